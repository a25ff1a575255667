import type { Tool as RemoteTool } from '@modelcontextprotocol/client';
import { plainText } from '../../io/text-terminal.ts';
import { firstOf } from '../cut.ts';
import type { ToolDomain } from '../more-tools.ts';
import { LOOK } from '../permit.ts';
import type { Tool } from '../tool.ts';
import { connect, type Connection } from './connect.ts';
import { resultText } from './result-text.ts';
import type { McpServer } from './server.ts';

const MOST_OF_DESCRIPTION = 600;
/** What providers take as a tool's name. */
const MOST_OF_NAME = 64;

export type McpTools = {
  /** The tools of each server that gives some. */
  readonly domains: readonly ToolDomain[];
  /** One sentence for each server that gives no tools; for people. */
  readonly warnings: readonly string[];
  /** Ends every server; safe to call twice. */
  close(): Promise<void>;
};

/** The tools of the user's servers for one role, for as long as one attempt. A server that fails is told and left out. */
export async function mcpTools(
  servers: readonly McpServer[],
  { role, signal }: { readonly role: string; readonly signal: AbortSignal },
): Promise<McpTools> {
  const wanted = servers.filter(({ roles }) => roles?.includes(role) ?? true);
  const links = wanted.map((server) => linkTo(server, signal));
  const offered = await Promise.allSettled(links.map(async (link) => link.tools()));
  signal.throwIfAborted();
  const warnings = offered.flatMap((result, i) =>
    result.status === 'rejected' ? [`MCP server ${wanted[i]?.name ?? ''}: ${wordsOf(result.reason)}`] : [],
  );
  const given = offered.map((result) => (result.status === 'fulfilled' ? result.value : []));
  return {
    domains: distinct(wanted.map(({ name }, i) => ({ name, tools: given[i] ?? [] }))),
    warnings,
    close: async () => {
      await Promise.allSettled(links.map(async (link) => link.close()));
    },
  };
}

/** A server that is reached when it is needed, and again after it has gone away. */
function linkTo(server: McpServer, signal: AbortSignal) {
  let connection: Promise<Connection> | undefined;
  let ended = false;
  const reach = async (): Promise<Connection> => {
    const last = connection;
    const known = await last?.catch(() => undefined);
    if (known?.isOpen()) {
      return known;
    }
    if (ended) {
      throw new Error('it was closed');
    }
    if (connection === last) {
      connection = connect(server, signal);
    }
    return connection ?? reach();
  };
  return {
    tools: async (): Promise<Tool[]> => {
      const { tools } = await reach();
      return tools
        .filter(({ name }) => server.tools?.includes(name) ?? true)
        .map((remote) => localTool(remote, server.name, reach));
    },
    close: async (): Promise<void> => {
      ended = true;
      const last = await connection?.catch(() => undefined);
      await last?.close();
    },
  };
}

const localTool = (remote: RemoteTool, server: string, reach: () => Promise<Connection>): Tool => ({
  spec: specOf(server, remote),
  reads: remote.annotations?.readOnlyHint === true,
  wish: () => (remote.annotations?.readOnlyHint === true ? LOOK : { kind: 'other' }),
  async run(input, context) {
    try {
      const connection = await reach();
      const result = await connection.call(remote.name, toRecord(input), context);
      return { ok: result.isError !== true, text: resultText(result, server) };
    } catch (error) {
      context.signal.throwIfAborted();
      return { ok: false, text: `The server ${server} failed: ${firstOf(plainText(wordsOf(error)), 1000)}` };
    }
  },
});

/** Its own words, bounded and cleaned; of its schema what one plain object can say. */
const specOf = (server: string, { name, description, inputSchema }: RemoteTool): Tool['spec'] => ({
  name: `${server}_${name}`.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, MOST_OF_NAME),
  description: firstOf(plainText(description ?? name), MOST_OF_DESCRIPTION),
  parameters: Object.fromEntries(
    Object.entries({ properties: {}, ...inputSchema, type: 'object' }).filter(([key]) => PLAIN.has(key)),
  ),
});

const PLAIN = new Set(['type', 'properties', 'required', 'additionalProperties', '$defs', 'definitions']);

/** Two tools never share a name: the later one gets a number. */
function distinct(domains: readonly ToolDomain[]): ToolDomain[] {
  const taken = new Set<string>();
  const renamed = (tool: Tool): Tool => {
    let { name } = tool.spec;
    for (let n = 2; taken.has(name); n++) {
      name = `${tool.spec.name.slice(0, MOST_OF_NAME - 4)}_${String(n)}`;
    }
    taken.add(name);
    return { ...tool, spec: { ...tool.spec, name } };
  };
  return domains
    .filter(({ tools }) => tools.length > 0)
    .map(({ name, tools }) => ({ name, tools: tools.map(renamed) }));
}

function toRecord(input: unknown): Record<string, unknown> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new Error(`its input has to be an object, was ${JSON.stringify(input)}`);
  }
  return { ...input };
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
