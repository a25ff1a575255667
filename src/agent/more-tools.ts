import { z } from 'zod';
import { LOOK } from './permit.ts';
import { tool, type Tool, type ToolContext, type ToolResult } from './tool.ts';

/** Tools that belong together and that a role may need or not: those of a server, or of a trade. */
export type ToolDomain = { readonly name: string; readonly tools: readonly Tool[] };

/** Fewer tools choose better; `finish` comes on top. */
const MOST_AT_ONCE = 9;

const Input = z.strictObject({
  domain: z.string().optional().describe('alone: shows its tools and what they take'),
  tool: z.string().optional().describe('the tool to run'),
  input: z.record(z.string(), z.unknown()).optional().describe('what that tool takes'),
});

/**
 * A role's own tools, and the others beside them as long as they are few. Many stand behind one tool, `more`, which
 * shows and runs them: each request carries their domains' names, not their descriptions.
 */
export function withMore(own: readonly Tool[], domains: readonly ToolDomain[]): Tool[] {
  const extras = domains.flatMap((domain) => domain.tools);
  const fits = extras.length === 0 || own.length + extras.length <= MOST_AT_ONCE;
  return fits ? [...own, ...extras] : [...own, moreTool(domains)];
}

function moreTool(domains: readonly ToolDomain[]): Tool {
  const all = domains.flatMap((domain) => domain.tools);
  const offer = domains.map(({ name, tools }) => `- ${name}: ${namesOf(tools)}`).join('\n');
  return tool({
    name: 'more',
    description: `Further tools, by domain. Show a domain first, then run its tools.\n${offer}`,
    input: Input,
    reads: all.every((t) => t.reads),
    wish: ({ tool: name, input }) => all.find((t) => t.spec.name === name)?.wish?.(input ?? {}) ?? LOOK,
    run: async ({ domain, tool: name, input }, context) => {
      if (name !== undefined) {
        return runNamed(all, { name, input: input ?? {} }, context);
      }
      const found = domains.find((d) => d.name === domain);
      if (!found) {
        throw new Error(
          `Give one of the domains: ${domains.map((d) => d.name).join(', ')}; or a tool and its input.`,
        );
      }
      return found.tools.map(described).join('\n\n');
    },
  });
}

type Named = { readonly name: string; readonly input: Record<string, unknown> };

async function runNamed(
  all: readonly Tool[],
  { name, input }: Named,
  context: ToolContext,
): Promise<ToolResult> {
  const found = all.find((t) => t.spec.name === name);
  if (!found) {
    throw new Error(`There is no tool ${name} among these: ${namesOf(all)}.`);
  }
  const result = await found.run(input, context);
  return result.ok ? result : { ok: false, text: `${result.text}\n\n${described(found)}` };
}

const namesOf = (tools: readonly Tool[]): string => tools.map((t) => t.spec.name).join(', ');

const described = ({ spec }: Tool): string =>
  `${spec.name}: ${spec.description}\ninput: ${JSON.stringify(spec.parameters)}`;
