import { posix } from 'node:path';
import { z } from 'zod';
import { ignoredIn } from '../../io/files-ignore.ts';
import { FileError, type Entry } from '../../io/files.ts';
import { tool, type Tool } from '../tool.ts';
import { nameShown } from '../visible.ts';
import { globMatcher } from './glob-filter.ts';
import type { Workbench } from './session.ts';
import { orSuggest } from './suggest.ts';

const DEFAULT_LIMIT = 1_000;

const Input = z.strictObject({
  path: z.string().optional(),
  ignore: z.array(z.string()).optional().describe('globs to leave out'),
  limit: z.int().min(1).optional(),
});

export const listTool = (bench: Workbench): Tool =>
  tool({
    name: 'list',
    description: 'List one directory, folders first. Ignored names are counted, not shown.',
    input: Input,
    reads: true,
    run: async (input) => orSuggest(bench, input.path ?? '.', async () => list(bench, input)),
  });

async function list(
  bench: Workbench,
  { path = '.', ignore = [], limit = DEFAULT_LIMIT }: z.output<typeof Input>,
): Promise<string> {
  const entries = await bench.files.list(path).catch((error: unknown) => {
    throw error instanceof FileError && error.problem === 'not-directory'
      ? new FileError('not-directory', `${path} is a file, not a directory. Use read.`)
      : error;
  });
  const folder = await bench.files.resolve(path);
  const isIgnored = await ignoredIn(bench.files, folder);
  const others = entries.filter(({ name }) => name !== '.git');
  const showsAll = bench.options.showIgnored || (folder !== '' && isIgnored(folder, true));
  const open = showsAll
    ? others
    : others.filter(({ name, kind }) => !isIgnored(posix.join(folder, name), kind === 'directory'));
  const unwanted = ignore.map((pattern) => globMatcher(pattern));
  const isUnwanted = ({ name, kind }: Entry): boolean =>
    unwanted.some((matches) => matches(name) || (kind === 'directory' && matches(`${name}/`)));
  const kept = open.filter((entry) => !isUnwanted(entry)).toSorted(byKindAndName);
  const hidden = others.length - open.length;
  const notes = [
    ...(kept.length > limit ? [`${limit} of ${kept.length} entries shown, there are more.`] : []),
    ...(hidden > 0 ? [`${hidden} ignored ${hidden === 1 ? 'entry is' : 'entries are'} not shown.`] : []),
  ];
  const shown = kept.slice(0, limit).map(({ name, kind }) => nameShown(name) + MARKS[kind]);
  return [
    ...(notes.length === 0 ? [] : [notes.join(' ')]),
    ...(shown.length === 0 ? ['(empty directory)'] : shown),
  ].join('\n');
}

const MARKS: Readonly<Record<Entry['kind'], string>> = { directory: '/', link: '@', file: '', other: '' };

const byKindAndName = (a: Entry, b: Entry): number =>
  Number(b.kind === 'directory') - Number(a.kind === 'directory') || (a.name < b.name ? -1 : 1);
