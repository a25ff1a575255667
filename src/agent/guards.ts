import { answered, type Message } from '../domain/transcript.ts';

/** What a look at the conversation's tail says: a word to the model, or the end of the attempt. */
export type Advice = { readonly hint: string } | { readonly stuck: string };

type Step = { readonly call: string; readonly key: string; readonly ok: boolean; readonly text: string };

const HINT_AT = 3;
const STUCK_AT = 5;
const ERROR_WINDOW = 20;
const ERROR_SHARE = 0.9;

/** Looks at the tail only, so that it says the same after a restart. Undefined when all is well. */
export function advise(messages: readonly Message[]): Advice | undefined {
  const steps = stepsOf(messages);
  return repeated(steps) ?? alternating(steps) ?? failing(steps);
}

function repeated(steps: readonly Step[]): Advice | undefined {
  const last = steps.at(-1);
  if (!last) {
    return undefined;
  }
  const run = steps.length - 1 - steps.findLastIndex((s) => s.key !== last.key);
  if (run >= STUCK_AT) {
    return { stuck: `the same call with the same result ${String(run)} times: ${last.call}` };
  }
  return run === HINT_AT
    ? {
        hint: `You have made this call ${String(run)} times with the same result: ${last.call}. It will not change. Try something else, or call finish and say what stops you.`,
      }
    : undefined;
}

/** A B A B A B: two calls in turn, each with the same result as before. */
function alternating(steps: readonly Step[]): Advice | undefined {
  const [a, b] = [steps.at(-2), steps.at(-1)];
  if (!a || !b || a.key === b.key) {
    return undefined;
  }
  let pairs = 0;
  for (let i = steps.length - 1; i > 0; i -= 2) {
    if (steps[i]?.key !== b.key || steps[i - 1]?.key !== a.key) {
      break;
    }
    pairs++;
  }
  if (pairs >= STUCK_AT) {
    return { stuck: `two calls in turn without any change: ${a.call} and ${b.call}` };
  }
  return pairs === HINT_AT
    ? {
        hint: `You go back and forth between ${a.call} and ${b.call} with the same results. Take another way.`,
      }
    : undefined;
}

function failing(steps: readonly Step[]): Advice | undefined {
  const recent = steps.slice(-ERROR_WINDOW);
  const bad = recent.filter((s) => !s.ok);
  if (recent.length < ERROR_WINDOW || bad.length < ERROR_WINDOW * ERROR_SHARE) {
    return undefined;
  }
  const last = bad.at(-1)?.text.slice(0, 300) ?? '';
  return {
    stuck: `${String(bad.length)} of the last ${String(recent.length)} calls failed; the last one: ${last}`,
  };
}

const stepsOf = (messages: readonly Message[]): Step[] =>
  answered(messages).map(({ call, result }) => ({
    call: `${call.tool} ${JSON.stringify(call.input ?? {}).slice(0, 120)}`,
    key: JSON.stringify([call.tool, call.input, stable(result.text)]),
    ok: result.ok,
    text: result.text,
  }));

/** Durations differ from call to call and say nothing about progress. */
const stable = (text: string): string => text.replaceAll(/\d+(?:\.\d+)? ?m?s\b/g, 'T');
