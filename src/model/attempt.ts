import type { ModelEntry } from './entry.ts';
import { asModelError, refused } from './failure/classify.ts';
import { chatFold } from './inbound/chat-fold.ts';
import { responsesFold } from './inbound/responses-fold.ts';
import type { OnDelta, RawTurn } from './inbound/turn.ts';
import type { Json } from './json.ts';
import type { Request } from './model.ts';
import { chatBody } from './outbound/chat.ts';
import { responsesBody } from './outbound/responses.ts';
import type { Setup } from './outbound/setup.ts';
import type { Transport } from './transport/client.ts';
import { readReply } from './transport/read.ts';
import { type Patience, Watch } from './transport/watch.ts';

/** One API of a server: where requests go, how they are written, how replies are read. */
export type Api = {
  readonly path: string;
  body(request: Request, setup: Setup): Json;
  readonly fold: typeof chatFold;
};

const apis: Readonly<Record<ModelEntry['api'], Api>> = {
  chat: { path: '/chat/completions', body: chatBody, fold: chatFold },
  responses: { path: '/responses', body: responsesBody, fold: responsesFold },
};

export const apiOf = ({ entry, lessons }: Setup): Api => apis[lessons.api ?? entry.api];

/** Makes one request and reads its reply whole. Throws ModelError, or the signal's reason when aborted. */
export async function attempt(of: {
  readonly transport: Transport;
  readonly entry: ModelEntry;
  readonly api: Api;
  readonly body: Json;
  readonly patience: Patience;
  readonly signal: AbortSignal;
  readonly onDelta: OnDelta;
  readonly onHeaders: (headers: Headers) => void;
}): Promise<RawTurn> {
  const { transport, entry, api, body, patience, signal, onDelta, onHeaders } = of;
  const url = `${entry.baseUrl.replace(/\/+$/, '')}${api.path}`;
  const watched = new Watch(signal, patience);
  try {
    const response = await transport.post(api.path, body, watched.signal);
    onHeaders(response.headers);
    const fold = api.fold((failure) => refused(failure, entry, url), onDelta);
    await readReply(response, fold, watched);
    return fold.turn();
  } catch (error) {
    signal.throwIfAborted();
    throw asModelError(watched.verdict ?? error, entry, url);
  } finally {
    watched.stop();
  }
}
