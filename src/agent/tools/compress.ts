import { tellsTrouble } from './trouble.ts';

/** What is left of a text, and whether nothing had to go. */
export type Compressed = { readonly text: string; readonly isWhole: boolean };

/**
 * Says once what a program says many times: equal lines, updates of one line, stack frames in other people's code,
 * paths below dependency folders, changes of lock files. What tells of trouble stays.
 */
export function compress(text: string): Compressed {
  const lines = text.replaceAll(/\r+\n/g, '\n').split('\n');
  const steps = [foldUpdates, foldDiffs, foldEqual, foldFrames, foldListings];
  const kept = steps.reduce<Lines>((rest, fold) => fold(rest), lines).join('\n');
  return { text: kept, isWhole: kept === lines.join('\n') };
}

type Lines = readonly string[];

const MOST_UPDATES = 3;
const MOST_EQUAL = 3;
const MOST_FRAMES = 3;
const MOST_LISTED = 20;
const MOST_DIFF_LINES = 30;
/** A longer line is looked at as it is. */
const MOST_CHARACTERS = 1_000;

/** A progress bar: its first and last state. */
function foldUpdates(lines: Lines): Lines {
  return lines.flatMap((line) => {
    const states = line.split('\r').filter((state) => state.trim() !== '');
    if (states.length <= MOST_UPDATES) {
      return [line];
    }
    const inside = states.slice(1, -1);
    const told = inside.filter(tellsTrouble);
    return [
      states[0] ?? '',
      `[${inside.length - told.length} updates of this line]`,
      ...told,
      states.at(-1) ?? '',
    ];
  });
}

const foldEqual = (lines: Lines): Lines =>
  foldRuns(lines, {
    belongs: (line, first) => line === first,
    fold: (run) => (run.length > MOST_EQUAL ? [run[0] ?? '', `[the line above ${run.length} times]`] : run),
  });

const FRAME = /^\s*(?:at .+:\d+(?::\d+)?\)?$|at .+\((?:native|<anonymous>|internal)|File ".+", line \d+)/;
const FOREIGN =
  /node_modules\/|\bnode:|\(internal\/|site-packages\/|\/lib\/python\d|<frozen |\.cargo\/registry|\/go\/pkg\/mod\//;

const foldFrames = (lines: Lines): Lines =>
  foldRuns(lines, {
    belongs: (line) => line.length < MOST_CHARACTERS && FRAME.test(line) && FOREIGN.test(line),
    fold: (run) => shortened(run, MOST_FRAMES, 'frames in libraries'),
  });

const LISTED = /^(?:\.\/)?(?:[^\s:]*\/)?(?:node_modules|\.venv|site-packages|vendor|target)\/[^\s:]*$/;

const foldListings = (lines: Lines): Lines =>
  foldRuns(lines, {
    belongs: (line) => line.length < MOST_CHARACTERS && LISTED.test(line),
    fold: (run) => shortened(run, MOST_LISTED, 'paths below dependency folders'),
  });

const shortened = (run: Lines, most: number, what: string): Lines =>
  run.length > most + 1 ? [...run.slice(0, most), `[${run.length - most} more ${what}]`] : run;

type Runs = {
  readonly belongs: (line: string, first: string) => boolean;
  readonly fold: (run: Lines) => Lines;
};

/** Neighbouring lines that belong together are folded as one run. */
function foldRuns(lines: Lines, { belongs, fold }: Runs): Lines {
  const kept: string[] = [];
  for (let at = 0; at < lines.length;) {
    const first = lines[at] ?? '';
    let end = at;
    while (end < lines.length && belongs(lines[end] ?? '', first)) {
      end += 1;
    }
    kept.push(...(end > at ? fold(lines.slice(at, end)) : [first]));
    at = Math.max(end, at + 1);
  }
  return kept;
}

const GENERATED =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|Cargo\.lock|poetry\.lock|uv\.lock|Gemfile\.lock|composer\.lock|go\.sum)$|\.min\.(?:js|css)$/;

const DIFF_LINE = /^(?:[ +\-@\\]|index |new |old |deleted |similarity |rename |Binary )/;

/** The change of a lock or minified file says little line by line. */
function foldDiffs(lines: Lines): Lines {
  const kept: string[] = [];
  for (let at = 0; at < lines.length;) {
    const header = lines[at] ?? '';
    const name = /^diff --git a\/.* b\/(.*)$/.exec(header)?.[1];
    const end = name === undefined ? at + 1 : endOfDiff(lines, at + 1);
    const isFolded = name !== undefined && GENERATED.test(name) && end - at > MOST_DIFF_LINES;
    kept.push(...(isFolded ? [header, `[${end - at - 1} lines of changes]`] : lines.slice(at, end)));
    at = end;
  }
  return kept;
}

function endOfDiff(lines: Lines, from: number): number {
  let end = from;
  while (end < lines.length && DIFF_LINE.test(lines[end] ?? '')) {
    end += 1;
  }
  return end;
}
