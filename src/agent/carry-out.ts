import type { Call } from '../domain/transcript.ts';
import { type CallRecord, LOOK, type Permission, type Permit } from './permit.ts';
import type { Tool, ToolResult } from './tool.ts';
import { visible } from './visible.ts';

export type CarryingOut = {
  readonly signal: AbortSignal;
  readonly permit?: Permit;
  /** Takes secrets out of a text that is not the model's own. */
  readonly hide?: (text: string) => string;
  /** Told of each call that was carried out or refused. */
  readonly called?: (record: CallRecord) => Promise<void>;
};

const FREE: Permission = { decision: 'allow', rule: 'none' };

/** Runs a call that may run; one that may not is answered with the reason. */
export async function carryOut(
  tool: Tool,
  { id, input }: Call,
  { signal, permit, called, hide = (text) => text }: CarryingOut,
): Promise<ToolResult> {
  const wish = tool.wish?.(input) ?? LOOK;
  const permission = (await permit?.({ tool: tool.spec.name, wish })) ?? FREE;
  const began = performance.now();
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
