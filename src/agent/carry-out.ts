import { z } from 'zod';
import type { Call } from '../domain/transcript.ts';
import { type CallRecord, LOOK, type Permission, type Permit } from './permit.ts';
import type { Tool, ToolResult } from './tool.ts';
import { visible } from './visible.ts';

export type CarryingOut = {
  readonly signal: AbortSignal;
  readonly permit?: Permit;
  /** Takes secrets out of a text that is not the model's own. */
  readonly hide?: (text: string) => string;
  /** Told what a call does, in a line, as it begins: the tool and the first of what it takes. */
  readonly begins?: (what: string) => void;
  /** Told of each call that was carried out or refused. */
  readonly called?: (record: CallRecord) => Promise<void>;
};

const FREE: Permission = { decision: 'allow', rule: 'none' };

/** Runs a call that may run; one that may not is answered with the reason. */
export async function carryOut(
  tool: Tool,
  { id, input }: Call,
  { signal, permit, begins, called, hide = (text) => text }: CarryingOut,
): Promise<ToolResult> {
  const wish = tool.wish?.(input) ?? LOOK;
  const permission = (await permit?.({ tool: tool.spec.name, wish })) ?? FREE;
  const began = performance.now();
  if (permission.decision === 'allow') {
    begins?.(hide(inALine(tool, input)));
  }
  const result: ToolResult =
    permission.decision === 'allow'
      ? await tool.run(input, { signal })
      : { ok: false, text: permission.text };
  const { text, hidden } = visible(hide(result.text));
  await called?.({
    call: id,
    tool: tool.spec.name,
    input,
    permission,
    ok: result.ok,
    ms: Math.round(performance.now() - began),
    bytes: Buffer.byteLength(text),
    facts: { ...result.facts, ...(hidden > 0 ? { hidden } : {}) },
  });
  return { ok: result.ok, text };
}

const LONGEST = 200;

function inALine({ spec: { name, parameters } }: Tool, input: unknown): string {
  const { data: { properties } = { properties: {} } } = HasProperties.safeParse(parameters);
  const [first = ''] = Object.keys(properties);
  const value = Input.safeParse(input).data?.[first];
  const [line = ''] = typeof value === 'string' ? value.trim().split('\n', 1) : [];
  return `${name} ${line}`.trim().slice(0, LONGEST);
}

const Input = z.record(z.string(), z.unknown());
const HasProperties = z.looseObject({ properties: Input });
