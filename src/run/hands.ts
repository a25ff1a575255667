import { mcpTools, type McpTools } from '../agent/mcp/mcp-tools.ts';
import type { McpServer } from '../agent/mcp/server.ts';
import { withMore, type ToolDomain } from '../agent/more-tools.ts';
import { findSkills } from '../agent/skills/find-skills.ts';
import { skillTools } from '../agent/skills/skill-tool.ts';
import type { Tool } from '../agent/tool.ts';
import { createTools, TOOL_NAMES, type ToolSet } from '../agent/tools/create-tools.ts';
import type { ToolSession } from '../agent/tools/session.ts';
import { readYaml } from '../config/yaml-text.ts';
import type { Redactor } from '../domain/redaction/redactor.ts';

/** What a user gives roles beside the program's own tools. */
export type Provided = {
  /** Folder with the user's skills. */
  readonly skills: string;
  readonly servers: readonly McpServer[];
};

export type Wanted = {
  readonly role: string;
  /** Names of the tools in the order that they are offered. */
  readonly names: readonly string[];
  readonly session: Omit<ToolSession, 'names'>;
  readonly signal: AbortSignal;
  /** Tools that this conversation alone has. */
  readonly own?: readonly Tool[];
};

/** The tools of one conversation; closing ends commands and servers. */
export type Hands = (wanted: Wanted) => Promise<ToolSet>;

export type HandsOptions = {
  readonly redactor: Redactor;
  readonly onNotice?: ((text: string) => void) | undefined;
};

const SKILLS = ['.orchestrate/skills', '.claude/skills'];

/**
 * Gives each conversation its tools: the program's, its own, skills where there are any, and those of the user's
 * servers; more of these than a model chooses well from stand behind one. What is amiss is told once, to a person.
 */
export function handsFrom(
  { skills, servers }: Provided,
  { redactor, onNotice = () => undefined }: HandsOptions,
): Hands {
  const told = new Set<string>();
  const tell = (warnings: readonly string[]): void => {
    for (const warning of warnings.filter((w) => !told.has(w))) {
      told.add(warning);
      onNotice(warning);
    }
  };
  return async ({ role, names, session, signal, own = [] }) => {
    const places = [
      { root: skills, folder: '' },
      ...SKILLS.map((folder) => ({ root: session.root, folder })),
    ];
    const found = await findSkills(places, (text) => readYaml(text, { file: 'SKILL.md' }).value);
    const mcp = await mcpTools(servers, { role, signal });
    tell([...found.warnings, ...mcp.warnings]);
    const set = await orClose(mcp, async () =>
      createTools({ ...session, redactor, names: names.filter((name) => TOOL_NAMES.includes(name)) }),
    );
    const domains = session.readOnly ? mcp.domains.map(reading) : mcp.domains;
    return {
      tools: arranged(names, [...set.tools, ...own, ...skillTools(found.skills)], domains),
      notes: () => set.notes(),
      close: async () => {
        const [untold] = await Promise.all([set.close(), mcp.close()]);
        return untold;
      },
    };
  };
}

/** In the order of the names; a server's tool that is named stands among a role's own. */
function arranged(names: readonly string[], own: readonly Tool[], domains: readonly ToolDomain[]): Tool[] {
  const all = [...own, ...domains.flatMap(({ tools }) => tools)];
  const named = names.flatMap((name) => all.filter(({ spec }) => spec.name === name));
  const others = (tools: readonly Tool[]): Tool[] => tools.filter((t) => !named.includes(t));
  const further = domains.map(({ name, tools }) => ({ name, tools: others(tools) }));
  return withMore(
    [...named, ...others(own)],
    further.filter(({ tools }) => tools.length > 0),
  );
}

const reading = ({ name, tools }: ToolDomain): ToolDomain => ({ name, tools: tools.filter((t) => t.reads) });

async function orClose<T>(mcp: McpTools, make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    await mcp.close();
    throw error;
  }
}
