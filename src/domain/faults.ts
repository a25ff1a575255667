import { isCut, weightOf, type Weight } from './runner/faults.ts';

/** A red check, as far as something other than its tests may have made it so. */
type Red = {
  readonly status: string;
  readonly exitCode: number | null;
  readonly faults?: readonly string[] | undefined;
};

export type Fault = { readonly weight: Weight; readonly text: string };

/** Of an ending above it: a signal ended what the command started. */
const SHELL_SIGNAL = 128;

/**
 * What failed beside the tests and did not fail so at the base. Nothing where the base is not known to that degree, as in
 * journals of earlier versions.
 */
export function newFaults(result: Red, base: Red | null): Fault[] {
  return [...endings(result, base), ...lines(result, base)];
}

function lines(result: Red, base: Red | null): Fault[] {
  const before = base?.status === 'failed' ? base.faults : [];
  if (before === undefined) {
    return [];
  }
  const known = new Set(before);
  return (result.faults ?? [])
    .filter((text) => !known.has(text))
    .map((text) => ({ weight: weightOf(text), text }))
    .filter(({ weight }) => !isCut(before, weight));
}

/** Some runners end with the number of tests that failed, so that only a higher code is another ending. */
function endings(result: Red, base: Red | null): Fault[] {
  const [code, before] = [result.exitCode ?? 0, base?.status === 'failed' ? (base.exitCode ?? 0) : 1];
  if (code <= before || base?.status !== 'failed') {
    return [];
  }
  return [
    {
      weight: code > SHELL_SIGNAL ? 'red' : 'named',
      text: `it ended with exit ${String(code)}, at the base with ${String(before)}`,
    },
  ];
}
