import { namesIn } from './probe.ts';

/** A server on this machine that offers models. */
export type LocalServer = {
  readonly kind: string;
  /** Ready for an entry, ends in `/v1`. */
  readonly baseUrl: string;
  readonly models: readonly string[];
};

export type LocalPort = { readonly kind: string; readonly port: number };

/** Where the usual local servers listen unless told otherwise. */
const localPorts: readonly LocalPort[] = [
  { kind: 'Ollama', port: 11_434 },
  { kind: 'LM Studio', port: 1234 },
  { kind: 'llama.cpp', port: 8080 },
  { kind: 'vLLM', port: 8000 },
];

const PATIENCE_MS = 300;

/** Looks at all ports at once, at none longer than `timeoutMs` (300), and tells which list models. */
export async function discoverLocal(
  options: { readonly ports?: readonly LocalPort[]; readonly timeoutMs?: number } = {},
): Promise<LocalServer[]> {
  const { ports = localPorts, timeoutMs = PATIENCE_MS } = options;
  const signal = AbortSignal.timeout(timeoutMs);
  const found = await Promise.all(ports.map(async (port) => look(port, signal)));
  return found.filter((server) => server !== undefined);
}

async function look({ kind, port }: LocalPort, signal: AbortSignal): Promise<LocalServer | undefined> {
  const baseUrl = `http://127.0.0.1:${String(port)}/v1`;
  try {
    const response = await fetch(`${baseUrl}/models`, { signal });
    const models = response.ok ? namesIn(await response.json()) : [];
    return models.length > 0 ? { kind, baseUrl, models } : undefined;
  } catch {
    // Nothing listens there, or something that is no such server.
    return undefined;
  }
}
