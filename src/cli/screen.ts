import type { PermitOptions } from '../agent/policy/permit-by.ts';
import type { Run } from '../domain/run.ts';
import type { Ending } from '../view/ending.ts';
import { endLine, endOf, eventLine } from '../view/json.ts';
import { beat, lineOf, loud, overhear, tell, untold } from '../view/lines.ts';
import { inked } from '../view/ink.ts';
import { plain, type Row } from '../view/row.ts';
import type { Said } from '../view/narrate.ts';
import type { Entry, Live } from '../view/watch.ts';
import type { RunFlags } from './flags.ts';
import { lastWords } from './last-words.ts';
import { liveScreen } from './live-screen.ts';
import type { Shell } from './shell.ts';

/** What a person may ask of a run under way. A rejection is told at the foot of the screen. */
export type Steering = {
  readonly stop: () => void;
  readonly pause: () => Promise<void>;
  readonly tell: (text: string) => Promise<void>;
};

/** What a person or a program sees of a run while it goes on, and at its end. */
export type Screen = {
  readonly entry: (entry: Entry) => void;
  readonly live: (live: Live) => void;
  readonly notice: (text: string) => void;
  /** From now on a person at the keyboard may steer the run, where there is a keyboard. */
  readonly take: (steering: Steering) => void;
  /** The last words about a run that has ended or rests. */
  readonly end: (run: Run, end: Ending, more?: readonly Row[]) => void;
  /** Asks a person about a call of a tool; only where there is one to answer. */
  readonly ask?: NonNullable<PermitOptions['ask']>;
  readonly close: () => void;
};

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
    live: ear.live,
    notice: (text) => shell.err(`${text}\n`),
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
    live: ear.live,
    notice: (text) => shell.err(`${text}\n`),
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
    live: (live: Live): void => {
      telling = overhear(telling, live);
    },
    close: () => clearInterval(heart),
  };
}
