import { COVERAGE, isCut } from './runner/faults.ts';

/** A red check, as far as something other than its tests may have made it so. */
type Red = {
  readonly status: string;
  readonly exitCode: number | null;
  readonly faults?: readonly string[] | undefined;
};

/**
 * How much a failure weighs that is no test's and was not there at the base:
 * - `red`: by itself it makes the check fail, and no test prints it
 * - `named`: most likely it does, or it may; whoever accepts the change says by name that it is right
 * - `told`: a line that says so, which a program may print that does well
 */
type Weight = 'red' | 'named' | 'told';

export type Fault = { readonly weight: Weight; readonly text: string };

const SIGNS: readonly { readonly weight: Weight; readonly pattern: RegExp }[] = [
  { weight: 'red', pattern: COVERAGE },
  { weight: 'red', pattern: /^Vitest caught #? ?unhandled error|^INTERNALERROR>|^Rule violated for \w+ / },
  {
    weight: 'named',
    pattern: /\berror TS\d+\b|^error(?:\[E\d+\])?: |: (?:fatal )?error: |^\S+:#(?::#)?: (?!warning)/,
  },
  {
    weight: 'named',
    pattern: /^(?:\S+ )?#(?::#)? +error +|^✖ # problems?|^[x×✖] .*\b(?:\w+\/)?[\w-]+\([\w-]+\):/,
  },
  {
    weight: 'named',
    pattern: /^(?:make(?:\[#\])?: \*\*\*|npm (?:error|ERR!) (?:code|Lifecycle)|error Command failed)/,
  },
  { weight: 'named', pattern: /^(?:SyntaxError|ReferenceError|ImportError|ModuleNotFoundError)\b/ },
];

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
  if (before === undefined || isCut(before)) {
    return [];
  }
  const known = new Set(before);
  return (result.faults ?? [])
    .filter((text) => !known.has(text))
    .map((text) => ({ weight: SIGNS.find(({ pattern }) => pattern.test(text))?.weight ?? 'told', text }));
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
