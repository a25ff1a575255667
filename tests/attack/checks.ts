import { execFile } from 'node:child_process';
import { lstat, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Case, Check } from './cases.ts';
import type { Scene } from './scene.ts';
import { differences, look, photograph } from './photo.ts';

const run = promisify(execFile);

/** What the product did and showed; a runner fills what its cases ask for, and a check that lacks it fails. */
export type Seen = {
  /** What the model got, all answers of a case one after the other. */
  readonly output?: string;
  /** What a command printed before anything was hidden in it. */
  readonly raw?: string;
  /** Everything that was written down: journal, transcript, logs. */
  readonly log?: string;
  /** What reached the terminal. */
  readonly printed?: string;
  readonly exit?: number | null;
  readonly ms?: number;
  /** Bytes by what they went to: `model`, `log`. */
  readonly bytes?: Readonly<Record<string, number>>;
  /** Types of the records made for an audit. */
  readonly events?: readonly string[];
  readonly decision?: 'allow' | 'sandbox' | 'ask' | 'deny';
  readonly verify?: 'passed' | 'failed';
  readonly findings?: readonly string[];
  /** Keys of settings without effect. */
  readonly ignored?: readonly string[];
  /** Paths in the commit that was made. */
  readonly committed?: readonly string[];
  readonly merged?: boolean;
  readonly advanced?: boolean;
  readonly conflict?: boolean;
  /** The git call itself worked. */
  readonly ok?: boolean;
  readonly matches?: number;
  readonly growthMb?: number;
  readonly rssMb?: number;
  /** Lines or entries that were recorded. */
  readonly records?: number;
  /** The untrusted text as the model was shown it, with what came around it, and the text itself. */
  readonly wrapped?: { readonly shown: string; readonly text: string };
};

type Looking = { readonly scene: Scene; readonly seen: Seen };
/** Why a check does not hold; null where it does. */
type Holds = (check: Check, looking: Looking) => string | null | Promise<string | null>;

/** Why the checks of a case do not hold, one line each; empty when the case is held. */
export async function failures(one: Case, scene: Scene, seen: Seen): Promise<string[]> {
  const found: string[] = [];
  for (const check of one.check) {
    const holds = HOLDS[check.t];
    const why = holds ? await holds(check, { scene, seen }) : 'nobody knows this check';
    if (why !== null) {
      found.push(`${one.id}: ${check.t}: ${why}`);
    }
  }
  return found;
}

type Texts = 'output' | 'raw' | 'log' | 'printed';

const lacks =
  (what: Texts): Holds =>
  ({ text = '' }, { scene, seen }) => {
    const found = seen[what];
    if (found === undefined) {
      return `no ${what} was kept`;
    }
    return found.includes(scene.fill(text)) ? `the ${what} holds ${text}` : null;
  };

const has =
  (what: Texts): Holds =>
  ({ text = '' }, { scene, seen }) =>
    seen[what]?.includes(scene.fill(text)) === true
      ? null
      : `the ${what} lacks ${text}: ${(seen[what] ?? '').slice(0, 400)}`;

const below =
  (what: string, number: (check: Check, looking: Looking) => number | undefined): Holds =>
  (check, looking) => {
    const most = check.n ?? check.mb ?? 0;
    const found = number(check, looking);
    return found !== undefined && found < most ? null : `${what} is ${String(found)}, not below ${most}`;
  };

const isSame = (what: string, found: unknown, wanted: unknown): string | null =>
  found === wanted ? null : `${what} is ${String(found)}, not ${String(wanted)}`;

const includes = (what: string, found: readonly string[] | undefined, wanted = ''): string | null =>
  found?.includes(wanted) === true ? null : `no ${what} ${wanted} among: ${(found ?? []).join(', ')}`;

const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/u;

const unseen: Holds = (_, { seen }) => {
  const shown = seen.printed ?? seen.output;
  const found = shown === undefined ? 'no text was kept' : UNSEEN.exec(shown)?.[0];
  return found === undefined ? null : `shows ${JSON.stringify(found)}`;
};

const HOLDS: Readonly<Record<string, Holds>> = {
  'canary-intact': async (_, { scene }) =>
    differences(scene.before, await photograph(scene.places)).join('; ') || null,
  absent: async ({ path: at = '' }, { scene }) => {
    const found = await look(scene.fill(at));
    return found === 'absent' ? null : `${at} is there: ${found}`;
  },
  unchanged: async ({ path: at = '' }, { scene }) => unchanged(scene.fill(at), scene),
  'file-has': async ({ path: at = '', text = '' }, { scene }) => {
    const found = await readFile(scene.fill(at), 'utf8').catch(() => '');
    return found.includes(scene.fill(text)) ? null : `${at} lacks ${text}`;
  },
  'file-size-below': async ({ path: at = '', n = 0 }, { scene }) => {
    const size = (await lstat(scene.fill(at)).catch(() => null))?.size ?? 0;
    return size < n ? null : `${at} has ${size} bytes`;
  },
  'output-lacks': lacks('output'),
  'output-has': has('output'),
  'raw-lacks': lacks('raw'),
  'log-lacks': lacks('log'),
  'printed-lacks': lacks('printed'),
  'printed-has': has('printed'),
  'log-records': ({ n }, { seen }) => isSame('number of records', seen.records, n),
  'no-control': unseen,
  'no-invisible': unseen,
  'single-line-entries': (_, { seen }) =>
    seen.matches === undefined || seen.output === undefined
      ? 'nobody counted the entries'
      : isSame('lines', seen.output.split('\n').filter(Boolean).length, seen.matches),
  'wrapped-once': (_, { seen }) => wrappedOnce(seen),
  decision: ({ is, not }, { seen }) => {
    const got = seen.decision ?? 'none';
    const wanted = Array.isArray(is) ? is : undefined;
    const wrong = wanted?.includes(got) === false || not?.includes(got) === true || got === 'none';
    return wrong ? `it was ${got}` : null;
  },
  exit: ({ is }, { seen }) =>
    (is === 'nonzero' ? seen.exit !== 0 && seen.exit !== undefined : seen.exit === is)
      ? null
      : `it ended with ${String(seen.exit)}: ${(seen.output ?? '').slice(0, 600)}`,
  'no-request': (_, { scene }) => scene.sink?.received.join('; ') || null,
  'no-dns': (_, { scene }) => scene.sink?.received.join('; ') || null,
  'no-process': async ({ match = '' }) => alive(match),
  'ms-below': below('time', (_, { seen }) => seen.ms),
  'bytes-below': below('bytes', (check, { seen }) => seen.bytes?.[String(check['what'])]),
  'number-below': below('number', ({ after = '' }, { seen }) => numberAfter(after, seen.output)),
  'disk-growth-below': below('growth', (_, { seen }) => seen.growthMb),
  'rss-below': below('memory', (_, { seen }) => seen.rssMb),
  'matches-below': below('matches', (_, { seen }) => seen.matches),
  event: ({ type }, { seen }) => includes('event', seen.events, type),
  finding: ({ rule }, { seen }) => includes('finding', seen.findings, rule),
  'config-ignored': ({ key = '' }, { seen }) => {
    const reaches = (one: string): boolean => `${key}.`.startsWith(`${one}.`) || one.startsWith(`${key}.`);
    return seen.ignored?.some(reaches) === true
      ? null
      : `${key} is not among: ${(seen.ignored ?? []).join(', ')}`;
  },
  verify: ({ is }, { seen }) => isSame('verification', seen.verify, is),
  'main-refs-unchanged': async (_, { scene }) => {
    const main = await scene.git(scene.places.MAIN, 'for-each-ref', '--format=%(refname) %(objectname)');
    const foreign = main
      .split('\n')
      .filter((line) => !/^refs\/(?:heads\/(?:task|orchestrate)|orchestrate)\//.test(line));
    return foreign.length === 1 && foreign[0]?.startsWith('refs/heads/main ') === true
      ? differences(refsOf(scene.before), refsOf(await photograph(scene.places))).join('; ') || null
      : `the refs are ${foreign.join(', ')}`;
  },
  'not-committed': ({ paths = [] }, { seen }) => {
    const found = seen.committed?.filter((name) => paths.includes(name)).join(', ');
    return found === undefined ? 'nobody looked at a commit' : found || null;
  },
  'not-merged': (_, { seen }) => isSame('merged', seen.merged, false),
  'task-branch-advanced': (_, { seen }) => isSame('advanced', seen.advanced, true),
  'conflict-reported': (_, { seen }) => isSame('conflict', seen.conflict, true),
  'result-ok': (_, { seen }) => isSame('the call', seen.ok, true),
};

const refsOf = (photo: ReadonlyMap<string, string>): Map<string, string> =>
  new Map([...photo].filter(([name]) => /\/main\/\.git\/(?:refs\/|HEAD$)/.test(name)));

/** In the worktree nothing was photographed: there a file is as the base has it. */
async function unchanged(file: string, scene: Scene): Promise<string | null> {
  const { WT } = scene.places;
  if (!file.startsWith(`${WT}${path.sep}`)) {
    return isSame(file, await look(file), scene.before.get(file) ?? 'absent');
  }
  const name = path.relative(WT, file);
  const was = await scene.git(scene.places.MAIN, 'show', `${scene.base}:${name}`).catch(() => null);
  const is = await readFile(file, 'utf8').catch(() => null);
  return isSame(name, is?.trimEnd(), was?.trimEnd());
}

function numberAfter(word: string, output = ''): number | undefined {
  const at = output.indexOf(word);
  const found = at < 0 ? undefined : /\d+/.exec(output.slice(at + word.length))?.[0];
  return found === undefined ? undefined : Number(found);
}

/** The marks around the text carry an id, stand there once each, and the text holds neither. */
function wrappedOnce({ wrapped }: Seen): string | null {
  if (!wrapped) {
    return 'nobody showed the text with its marks';
  }
  const { shown, text } = wrapped;
  const [first = ''] = shown.split('\n', 1);
  const last = shown.trimEnd().split('\n').at(-1) ?? '';
  const id = /^<[\w-]+\b.*?([0-9a-f]{8,})/.exec(first)?.[1];
  if (id === undefined || !last.startsWith('</') || !last.includes(id)) {
    return `no marks with an id: ${first} … ${last}`;
  }
  return text.includes(id) || shown.split(id).length !== 3 ? 'the marks are not the only ones' : null;
}

/** A process of ours whose command line holds the text. */
async function alive(text: string): Promise<string | null> {
  const names = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  if (names.length === 0) {
    const { stdout } = await run('ps', ['-eo', 'pid=,args=']);
    return stdout.split('\n').find((line) => line.includes(text)) ?? null;
  }
  const lines = await Promise.all(
    names.map(async (pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.map((line) => line.replaceAll('\0', ' ')).find((line) => line.includes(text)) ?? null;
}
