import { posix } from 'node:path';
import { z } from 'zod';
import { search } from '../../io/ripgrep.ts';
import { clip } from '../../io/text-lines.ts';
import { nameShown } from '../visible.ts';
import { renderHits, type Collected } from './grep-page.ts';
import type { GrepInput } from './grep-input.ts';
import { searchFlags } from './list-files.ts';
import type { Workbench } from './session.ts';

export type GrepRequest = {
  readonly bench: Workbench;
  readonly input: GrepInput;
  /** Real path below the root of the file or folder to search. */
  readonly target: string;
  readonly signal: AbortSignal;
  readonly accepts: (path: string) => boolean;
};

const DEFAULT_LIMIT = 100;
const MOST_COLLECTED = 2_000;
const MOST_CHARACTERS = 500;

const Data = z.union([
  z.object({ text: z.string() }).transform(({ text }) => text),
  z.object({ bytes: z.string() }).transform(({ bytes }) => Buffer.from(bytes, 'base64').toString('utf8')),
]);
const Line = z.object({
  type: z.enum(['match', 'context']),
  data: z.object({
    path: Data,
    lines: Data,
    line_number: z.int().nullable(),
    submatches: z.array(z.object({ start: z.int() })),
  }),
});
const End = z.object({
  type: z.literal('end'),
  data: z.object({ path: Data, binary_offset: z.int().nullable() }),
});
const Record = z.union([Line, End]);

/** Matching lines by file. Many matches are looked for once more in order, so that the same ones are shown each time. */
export async function grepContent(request: GrepRequest): Promise<string> {
  const { input } = request;
  const limit = input.limit ?? DEFAULT_LIMIT;
  let found = await collect(request, MOST_COLLECTED, []);
  if (found.isCut) {
    found = await collect(request, limit + 1, ['--sort=path']);
  }
  const show = (path: string): string => request.bench.files.show(path);
  return renderHits(found, { limit, context: input.context ?? 0, show });
}

async function collect(request: GrepRequest, most: number, extra: readonly string[]): Promise<Collected> {
  const found: Collected = { byFile: new Map(), binary: new Set(), matches: 0, isCut: false };
  const args = ['--json', ...extra, ...patternFlags(request), ...contextFlags(request)];
  await run(request, args, '\n', (record) => take(found, record, request.accepts, most));
  return found;
}

function take(found: Collected, record: string, accepts: GrepRequest['accepts'], most: number): boolean {
  const parsed = Record.safeParse(JSON.parse(record));
  if (!parsed.success) {
    return true;
  }
  const { type, data } = parsed.data;
  const path = posix.normalize(data.path);
  if (!accepts(path)) {
    return true;
  }
  if (type === 'end') {
    if (data.binary_offset !== null) {
      found.binary.add(path);
    }
    return true;
  }
  const isMatch = type === 'match';
  if (isMatch && found.matches === most) {
    found.isCut = true;
    return false;
  }
  found.matches += isMatch ? 1 : 0;
  const hits = found.byFile.get(path) ?? [];
  hits.push({
    line: data.line_number ?? 0,
    text: around(data.lines, data.submatches[0]?.start ?? 0),
    isMatch,
  });
  found.byFile.set(path, hits);
  return true;
}

/** The line without its end, cut around where the match begins. `start` counts bytes. */
function around(lines: string, start: number): string {
  const text = lines.replace(/\r?\n$/, '');
  if (text.length <= MOST_CHARACTERS) {
    return text;
  }
  const at = Buffer.from(text).subarray(0, start).toString('utf8').length;
  const from = Math.max(0, Math.min(at - MOST_CHARACTERS / 4, text.length - MOST_CHARACTERS));
  const to = from + MOST_CHARACTERS;
  return `${from > 0 ? '…' : ''}${clip(text, from, to)}… [line cut, ${text.length} characters]`;
}

/** Names of the files that match, or how often each does. */
export async function grepFiles(request: GrepRequest): Promise<string> {
  const { bench, input } = request;
  const counts = input.output === 'count';
  const found: string[] = [];
  const args = [
    counts ? '--count' : '--files-with-matches',
    '--null',
    '--with-filename',
    ...patternFlags(request),
  ];
  await run(request, args, counts ? '\n' : '\0', (record) => {
    const [name = '', times] = record.split('\0');
    const path = posix.normalize(name);
    if (request.accepts(path)) {
      const shown = nameShown(bench.files.show(path));
      found.push(counts ? `${shown}: ${times?.trim()}` : shown);
    }
    return true;
  });
  const limit = input.limit ?? DEFAULT_LIMIT;
  if (found.length === 0) {
    return 'No matches.';
  }
  const shown = found.toSorted().slice(0, limit);
  const more = `${shown.length} of ${found.length} files shown, there are more; narrow the pattern or the path.`;
  return [...(shown.length < found.length ? [more] : []), ...shown].join('\n');
}

const patternFlags = ({ bench, input }: GrepRequest): string[] => [
  ...searchFlags(bench),
  '--crlf',
  ...(input.ignoreCase ? ['--ignore-case'] : []),
  ...(input.literal ? ['--fixed-strings'] : []),
  ...(input.multiline ? ['--multiline'] : []),
  ...typeFlags(input.glob),
];

/**
 * A plain name pattern also spares ripgrep the other files. It is said as a file type: a glob of ripgrep's own would
 * bring back what ignore files hide.
 */
const typeFlags = (glob: string | undefined): string[] =>
  glob !== undefined && /^[\w.*?{},-]+$/.test(glob) ? [`--type-add=wanted:${glob}`, '--type=wanted'] : [];

const contextFlags = ({ input }: GrepRequest): string[] =>
  input.context ? [`--context=${input.context}`] : [];

async function run(
  { bench, input, target, signal }: GrepRequest,
  args: readonly string[],
  delimiter: '\n' | '\0',
  onRecord: (record: string) => boolean,
): Promise<void> {
  let any = false;
  const { code, errors } = await search([...args, '-e', input.pattern, '--', target === '' ? '.' : target], {
    cwd: bench.files.path,
    env: bench.env,
    signal,
    delimiter,
    onRecord: (record) => {
      any = true;
      return onRecord(record);
    },
  });
  if (code === 2 && !any) {
    throw new Error(`${errors.trim()}\nset literal to search for the text as it is.`);
  }
}
