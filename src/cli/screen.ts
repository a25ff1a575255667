import { endLine, endOf, eventLine } from '../view/json.ts';
import {
  beat,
  lineOf,
  loud,
  overhear,
  standing,
  tell,
  tellAll,
  untold,
  type Telling,
} from '../view/lines.ts';
import { inked } from '../view/ink.ts';
import { plain } from '../view/row.ts';
import type { Said } from '../view/said.ts';
import type { Entry, Live } from '../view/watch.ts';
import type { RunFlags } from './flags.ts';
import { lastWords } from './last-words.ts';
import { noticed } from './noticed.ts';
import { liveScreen } from './live-screen.ts';
import type { Shell } from './shell.ts';
import type { Screen } from './shown.ts';

const BEAT_MS = 5_000;

/** `now` is the time that clocks show: another one where a run of the past is shown. */
export function openScreen(
  shell: Shell,
  flags: Pick<RunFlags, 'json' | 'quiet'>,
  now: () => number = Date.now,
): Screen {
  if (flags.json === true) {
    return jsonScreen(shell, now);
  }
  const plainOnly = flags.quiet === true || shell.stderr.isTTY !== true || shell.env['CI'] !== undefined;
  return plainOnly
    ? lineScreen(shell, { what: flags.quiet === true ? 'quiet' : 'all', now })
    : liveScreen(shell, now);
}

/** One event a line on stdout, last a record of type `end`; words go to stderr. */
function jsonScreen(shell: Shell, now: () => number): Screen {
  const ear = listen(now, (said) => shell.err(`${plain(lineOf(said))}\n`));
  return {
    entry: (entry) => {
      ear.hear(entry);
      shell.out(`${eventLine(entry)}\n`);
    },
    past: (entries) => {
      ear.past(entries);
      shell.out(entries.map((entry) => `${eventLine(entry)}\n`).join(''));
    },
    live: ear.live,
    notice: (text) => shell.err(`${noticed(text)}\n`),
    take: () => undefined,
    end: (run, end) => shell.out(`${endLine(endOf(run, end))}\n`),
    close: ear.close,
  };
}

type Lines = { readonly what: 'all' | 'quiet'; readonly now: () => number };

function lineScreen(shell: Shell, { what, now }: Lines): Screen {
  const say = (said: Said): void => {
    if (what === 'all' || loud(said)) {
      shell.err(`${inked(lineOf(said), shell.stderr)}\n`);
    }
  };
  const ear = listen(now, say);
  return {
    entry: (entry) => ear.hear(entry).forEach(say),
    past: (entries) => {
      const line = standing(ear.past(entries));
      shell.err(what === 'all' ? `${inked(line, shell.stderr)}\n` : '');
    },
    live: ear.live,
    notice: (text) => shell.err(`${noticed(text)}\n`),
    take: () => undefined,
    end: (run, end, more = []) => lastWords(shell, run, end, more),
    close: ear.close,
  };
}

/** Follows a run; what it hears gives what there is to say, and `sign` is called where there was silence for long. */
function listen(now: () => number, sign: (said: Said) => void) {
  let telling = untold;
  const heart = setInterval(() => {
    const next = beat(telling, now());
    if (next) {
      ({ telling } = next);
      sign(next.said);
    }
  }, BEAT_MS);
  heart.unref();
  return {
    hear: (entry: Entry): Said[] => {
      const next = tell(telling, entry);
      ({ telling } = next);
      return next.said;
    },
    past: (entries: readonly Entry[]): Telling => (telling = tellAll(entries)),
    live: (live: Live): void => {
      telling = overhear(telling, live);
    },
    close: () => clearInterval(heart),
  };
}
