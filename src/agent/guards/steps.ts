import { answered, type Answered, type Message } from '../../domain/transcript.ts';
import { firstOf } from '../cut.ts';
import { find, type Tool } from '../tool.ts';

/** One call with its answer, as the guards look at it. */
export type Step = {
  readonly tool: string;
  /** The call in short, for people and models. */
  readonly call: string;
  /** Equal for the same call with the same result. */
  readonly key: string;
  readonly ok: boolean;
  readonly text: string;
  /** What kind of thing it was: a look, a change, a command that ended, a wait for one that runs. */
  readonly kind: 'look' | 'change' | 'command' | 'wait';
};

/** Messages never change, and each is looked at after every reply that follows. */
const known = new WeakMap<Answered['result'], Step>();

export const stepsOf = (messages: readonly Message[], tools: readonly Tool[]): Step[] =>
  answered(messages).map((one) => {
    const step = known.get(one.result) ?? stepOf(one, tools);
    known.set(one.result, step);
    return step;
  });

function stepOf({ call, result }: Answered, tools: readonly Tool[]): Step {
  const kind = kindOf(result.text, find(tools, call));
  return {
    tool: call.tool,
    call: `${call.tool} ${firstOf(JSON.stringify(call.input ?? {}), 120)}`,
    key: JSON.stringify([call.tool, call.input, kind === 'command' ? timeless(result.text) : result.text]),
    ok: result.ok,
    text: result.text,
    kind,
  };
}

/** Commands say in their first line how they ended. */
const COMMAND = /^(?:job \S+: )?(?:exit |killed |timed out |stopped|aborted)/;
const WAIT = /^job \S+: running/;

function kindOf(text: string, tool: Tool | undefined): Step['kind'] {
  if (WAIT.test(text)) {
    return 'wait';
  }
  if (COMMAND.test(text)) {
    return 'command';
  }
  return tool && !tool.reads ? 'change' : 'look';
}

/** How long a command took, and when, differs from run to run and says nothing about progress. */
const timeless = (text: string): string =>
  text
    .replaceAll(/\d+(?:\.\d+)? ?(?:ms|s|min|seconds?)\b/g, 'T')
    .replaceAll(/\b\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\b/g, 'T');

/** How many of the last steps, without a gap, are so. */
export const trailing = (steps: readonly Step[], so: (step: Step) => boolean): number =>
  steps.length - 1 - steps.findLastIndex((step) => !so(step));
