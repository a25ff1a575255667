import type { APIError } from 'openai';
import type { ModelEntry } from '../entry.ts';
import { parsed } from '../json.ts';

/** An answer that is not a 2xx, its body kept as it came. */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure';
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;

  constructor(status: number, body: unknown, headers: Headers) {
    super(`HTTP ${String(status)}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** Rejects with HttpFailure, or with what the connection failed with. `path` begins with a slash. */
export type Transport = {
  /** Loads the client, which takes a moment the first time. */
  ready(): Promise<void>;
  post(path: string, body: unknown, signal: AbortSignal): Promise<Response>;
  get(path: string, signal: AbortSignal): Promise<Response>;
};

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The client is loaded at the first request: most commands never make one. */
export function createTransport(entry: ModelEntry): Transport {
  let client: ReturnType<typeof connect> | undefined;
  const open = async () => (client ??= connect(entry));
  return {
    async ready() {
      await open();
    },
    async post(path, body, signal) {
      return (await open()).post(path, { body, signal }).asResponse();
    },
    async get(path, signal) {
      return (await open()).get(path, { signal }).asResponse();
    },
  };
}

async function connect({ apiKey, baseUrl, headers }: ModelEntry) {
  const { OpenAI } = await import('openai');
  class Client extends OpenAI {
    protected override makeStatusError(
      status: number,
      error: object | undefined,
      message: string | undefined,
      answer: Headers,
    ): APIError {
      throw new HttpFailure(status, error ?? parsed(message ?? '')?.value ?? message ?? '', answer);
    }
  }
  return new Client({
    apiKey: apiKey === '' ? 'none' : apiKey,
    baseURL: baseUrl.replace(/\/+$/, ''),
    maxRetries: 0,
    // Ours run instead: one for the first byte, one between events.
    timeout: LONGEST_TIMER_MS,
    logLevel: 'off',
    // Given, so that the client does not look into the environment.
    organization: null,
    project: null,
    ...(headers && { defaultHeaders: { ...headers } }),
  });
}
