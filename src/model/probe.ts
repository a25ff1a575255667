import type { ModelEntry } from './entry.ts';
import { type ErrorKind, ModelError } from './errors.ts';
import { asModelError } from './failure/classify.ts';
import { listOf, objectOf, textOf } from './json.ts';
import { createModel, type ModelDeps } from './openai.ts';
import { createTransport } from './transport/client.ts';

/** Whether a model answers; if not, what failed. `listed` holds the models that the server names, empty where it names none. */
export type Probe =
  | { readonly ok: true; readonly listed: readonly string[] }
  | {
      readonly ok: false;
      readonly failed: 'auth' | 'connection' | 'model' | 'server';
      readonly message: string;
    };

export type ProbeOptions = {
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
  readonly deps?: ModelDeps;
};

const PATIENCE_MS = 10_000;
const MOST_NAMED = 12;

/** Asks for the list of models; only where that does not settle it, makes a tiny call. Rejects only when aborted. */
export async function probe(entry: ModelEntry, options: ProbeOptions): Promise<Probe> {
  const { signal, timeoutMs = PATIENCE_MS } = options;
  let listed: readonly string[] = [];
  try {
    listed = await listModels(entry, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
  } catch (error) {
    signal.throwIfAborted();
    const failure = asModelError(error, entry, `${entry.baseUrl}/models`);
    const failed = failedPart(failure.kind);
    if (failed === 'auth' || failed === 'connection') {
      return { ok: false, failed, message: failure.message };
    }
  }
  return isAmong(entry.model, listed) ? { ok: true, listed } : tinyCall(entry, listed, options);
}

/** The names under which a server offers models. Rejects as a transport does. */
export async function listModels(entry: ModelEntry, signal: AbortSignal): Promise<string[]> {
  const response = await createTransport(entry).get('/models', signal);
  return namesIn(await response.json());
}

export function namesIn(body: unknown): string[] {
  const object = objectOf(body);
  const list = Array.isArray(body) ? body : listOf(object?.['data'] ?? object?.['models']);
  return list
    .map((item) => objectOf(item))
    .map((item) => textOf(item?.['id']) ?? textOf(item?.['model']) ?? textOf(item?.['name']))
    .filter((name) => name !== undefined);
}

/** Some servers list names with a folder before them, or with a tag behind. */
const isAmong = (model: string, listed: readonly string[]): boolean =>
  listed.some((name) => name === model || name === `models/${model}` || name === `${model}:latest`);

async function tinyCall(entry: ModelEntry, listed: readonly string[], options: ProbeOptions): Promise<Probe> {
  const { signal, timeoutMs = PATIENCE_MS, deps } = options;
  const model = createModel(entry, {
    ...deps,
    retries: { retries: 1, rateLimitRetries: 2, ...deps?.retries },
    patience: { firstByteMs: timeoutMs, idleMs: timeoutMs, ...deps?.patience },
  });
  try {
    await model.complete(
      { messages: [{ role: 'user', text: 'Say ok.' }], tools: [], maxTokens: 16 },
      { signal },
    );
    return { ok: true, listed };
  } catch (error) {
    if (!(error instanceof ModelError)) {
      throw error;
    }
    const failed = failedPart(error.kind);
    const offers = failed === 'model' && listed.length > 0 ? `; the server has ${some(listed)}` : '';
    return { ok: false, failed, message: `${error.message}${offers}` };
  }
}

const some = (names: readonly string[]): string =>
  names.length > MOST_NAMED
    ? `${names.slice(0, MOST_NAMED).join(', ')} and ${String(names.length - MOST_NAMED)} more`
    : names.join(', ');

export type FailedPart = Extract<Probe, { ok: false }>['failed'];

export function failedPart(kind: ErrorKind): FailedPart {
  switch (kind) {
    case 'auth':
    case 'quota':
      return 'auth';
    case 'connection':
    case 'timeout':
      return 'connection';
    case 'not_found':
      return 'model';
    case 'overflow':
    case 'truncated':
    case 'content_filter':
    case 'rate_limit':
    case 'bad_request':
    case 'bad_arguments':
    case 'unsupported':
    case 'server':
    case 'protocol':
      return 'server';
  }
}
