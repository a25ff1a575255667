import type * as Main from '@modelcontextprotocol/client';
import type { CallToolResult, Client, Tool, Transport } from '@modelcontextprotocol/client';
import type * as Stdio from '@modelcontextprotocol/client/stdio';
import { MissingPackage, type McpEndpoint } from './server.ts';

const CONNECT_MS = 20_000;
const CALL_MS = 120_000;
const MOST_CALL_MS = 600_000;
const MOST_OF_STDERR = 2_000;

export type Connection = {
  readonly tools: readonly Tool[];
  /** False once the server has gone away. */
  readonly isOpen: () => boolean;
  call(name: string, input: Record<string, unknown>, options: CallOptions): Promise<CallToolResult>;
  close(): Promise<void>;
};

type CallOptions = { readonly signal: AbortSignal; readonly onProgress?: (text: string) => void };

/** Starts or reaches a server and asks for its tools. What it prints beside is kept for the error's message only. */
export async function connect(endpoint: McpEndpoint, signal: AbortSignal): Promise<Connection> {
  const { main, stdio } = await load();
  const client = new main.Client({ name: 'orchestrate', version: '1' });
  let heard = '';
  let open = true;
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the client has no other way to tell
  client.onclose = () => {
    open = false;
  };
  const transport = transportTo(endpoint, { main, stdio }, (text) => {
    heard = (heard + text).slice(-MOST_OF_STDERR);
  });
  try {
    await client.connect(transport, { signal, timeout: CONNECT_MS });
    const { tools } = await client.listTools(undefined, { signal, timeout: CONNECT_MS });
    return {
      tools,
      isOpen: () => open,
      call: async (name, input, options) => callTool(client, { name, arguments: input }, options),
      close: async () => client.close(),
    };
  } catch (error) {
    await client.close().catch(() => {});
    signal.throwIfAborted();
    const words = error instanceof Error ? error.message : String(error);
    throw new Error(heard.trim() === '' ? words : `${words}; it printed: ${heard.trim()}`, { cause: error });
  }
}

const callTool = async (
  client: Client,
  params: { readonly name: string; readonly arguments: Record<string, unknown> },
  { signal, onProgress }: CallOptions,
): Promise<CallToolResult> =>
  client.callTool(params, {
    signal,
    timeout: CALL_MS,
    maxTotalTimeout: MOST_CALL_MS,
    resetTimeoutOnProgress: true,
    onprogress: ({ progress, total, message }) =>
      onProgress?.(message ?? `${String(progress)}${total === undefined ? '' : ` of ${String(total)}`}`),
  });

type Packages = {
  readonly main: typeof Main;
  readonly stdio: typeof Stdio;
};

/** Only who uses it pays for it. */
async function load(): Promise<Packages> {
  try {
    const [main, stdio] = await Promise.all([
      import('@modelcontextprotocol/client'),
      import('@modelcontextprotocol/client/stdio'),
    ]);
    return { main, stdio };
  } catch (error) {
    throw new MissingPackage(
      'MCP servers need a package that is not installed: npm install @modelcontextprotocol/client',
      { cause: error },
    );
  }
}

function transportTo(
  endpoint: McpEndpoint,
  { main, stdio }: Packages,
  onStderr: (text: string) => void,
): Transport {
  if ('url' in endpoint) {
    const init = { headers: { ...endpoint.headers } };
    return new main.StreamableHTTPClientTransport(new URL(endpoint.url), { requestInit: init });
  }
  const { command, args, env, cwd } = endpoint;
  const transport = new stdio.StdioClientTransport({
    command,
    args: [...(args ?? [])],
    ...(env ? { env: { ...env } } : {}),
    ...(cwd === undefined ? {} : { cwd }),
    stderr: 'pipe',
  });
  transport.stderr?.on('data', (chunk: Buffer) => {
    onStderr(chunk.toString('utf8'));
  });
  return transport;
}
