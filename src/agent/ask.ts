import type { Assistant } from '../domain/transcript.ts';
import { ModelError, type ErrorKind } from '../model/errors.ts';
import type { CompleteOptions, Model, Request } from '../model/model.ts';
import type { Failed } from './result.ts';

/** A reply with its bill; `cut`: the server cut it, so that nothing of it may be run. */
export type Asked = {
  readonly message: Assistant;
  readonly cut: boolean;
  readonly remarks: readonly string[];
};

/** One reply, or the end of this conversation. What is the provider's trouble, or a limit, is thrown on. */
export async function ask(model: Model, request: Request, options: CompleteOptions): Promise<Asked | Failed> {
  const began = performance.now();
  try {
    const reply = await model.complete(request, options);
    const bill = { model: reply.model, usage: reply.usage, ms: Math.round(performance.now() - began) };
    return {
      message: { ...reply.message, bill },
      cut: reply.finish === 'length',
      remarks: reply.remarks ?? [],
    };
  } catch (error) {
    const end = error instanceof ModelError ? ENDS[error.kind] : undefined;
    if (end && error instanceof ModelError) {
      return { end, detail: error.message };
    }
    throw error;
  }
}

/** Errors that are about this conversation: it ends, and a new one may fare better. */
const ENDS: Partial<Record<ErrorKind, Failed['end']>> = {
  overflow: 'overflow',
  truncated: 'truncated',
  content_filter: 'refused',
  bad_arguments: 'stuck',
};
