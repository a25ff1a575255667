import { z } from 'zod';

import { decode, hasLoneSurrogate, type Text } from '../../io/text.ts';
import { tool, type Tool } from '../tool.ts';
import { applyEdits, type Edit } from './edit-apply.ts';
import { numbered } from './nearest.ts';
import { placeholderIn } from './placeholder.ts';
import { splitLines } from './read-lines.ts';
import { restored } from './restored.ts';
import { fingerprint, lockName, type Workbench } from './session.ts';
import { orSuggest } from './suggest.ts';

const MOST_FRESH_LINES = 200;

const Pair = z.strictObject({ old: z.string(), new: z.string() });
const Input = z.strictObject({
  path: z.string(),
  old: z.string().optional().describe('exact text, in the file once'),
  new: z.string().optional(),
  all: z.boolean().optional().describe('replace every occurrence'),
  edits: z.array(Pair).min(1).optional().describe('several, all against the file as it is, all or none'),
});

export const editTool = (bench: Workbench): Tool =>
  tool({
    name: 'edit',
    description:
      'Replace text in a file: {path, old, new} or {path, edits}. old is copied from the file, without line numbers.',
    input: Input,
    wish: ({ path }) => ({ kind: 'write', paths: [path] }),
    run: async (input) => {
      const edits = editsOf(input);
      return orSuggest(bench, input.path, async () =>
        bench.lock(await lockName(bench, input.path), async () => edit(bench, input, edits)),
      );
    },
  });

function editsOf(input: z.output<typeof Input>): Edit[] {
  const single =
    input.old !== undefined && input.new !== undefined ? { old: input.old, new: input.new } : undefined;
  const isHalf = (input.old === undefined) !== (input.new === undefined);
  if (isHalf || (single === undefined) === (input.edits === undefined)) {
    throw new Error('edit takes either old and new, or edits. Nothing was changed.');
  }
  return single ? [single] : (input.edits ?? []);
}

async function edit(
  bench: Workbench,
  { path, all = false }: z.output<typeof Input>,
  edits: readonly Edit[],
): Promise<string> {
  const stat = await bench.files.stat(path);
  const [first] = edits;
  if (
    first?.old === '' &&
    first.new !== '' &&
    edits.length === 1 &&
    (!stat || stat.size === 0) &&
    stat?.kind !== 'directory'
  ) {
    return create(bench, path, first.new);
  }
  const { bytes, path: real } = await bench.files.read(path);
  const content = decode(bytes);
  if (!content) {
    throw new Error(`${path} is no text (binary, ${bytes.length} bytes). Nothing was changed; use bash.`);
  }
  refuseStale(bench, { path, real, bytes, content });
  const back = (text: string): string => restored(bench, text, { path, current: content.text });
  const whole = edits.map((one) => ({ old: back(one.old), new: back(one.new) }));
  const { text, summary } = applyEdits({ path, content: content.text, edits: whole, all });
  const result = content.encode(text);
  if (!result) {
    throw new Error(
      `new has characters that ${path} cannot hold: it is not UTF-8 (edited as ${content.encoding}).`,
    );
  }
  await bench.files.commit([{ path, bytes: result }]);
  bench.seen.set(real, fingerprint(result));
  return `Edited ${path}: ${summary}`;
}

async function create(bench: Workbench, path: string, content: string): Promise<string> {
  const text = restored(bench, content, { path, current: '' });
  const placeholder = placeholderIn(text);
  if (placeholder !== undefined || hasLoneSurrogate(text)) {
    const what = placeholder === undefined ? 'half a character' : `the placeholder "${placeholder}"`;
    throw new Error(`new contains ${what}; nothing was written. Write the real lines.`);
  }
  const bytes = Buffer.from(text, 'utf8');
  const [real] = await bench.files.commit([{ path, bytes }]);
  bench.seen.set(real ?? path, fingerprint(bytes));
  return `Created ${path}: ${bytes.length} bytes.`;
}

type Opened = {
  readonly path: string;
  readonly real: string;
  readonly bytes: Buffer;
  readonly content: Text;
};

function refuseStale({ seen }: Workbench, { path, real, bytes, content }: Opened): void {
  const known = seen.get(real);
  const now = fingerprint(bytes);
  if (known === undefined || known === now) {
    return;
  }
  seen.set(real, now);
  const lines = splitLines(content.text);
  const shown = Math.min(lines.length, MOST_FRESH_LINES);
  const rest =
    shown < lines.length ? `\n(${lines.length - shown} more lines; read them with offset=${shown + 1})` : '';
  throw new Error(
    `${path} was changed since you read it, so nothing was edited. Make the edit again against what it is now:\n${numbered(lines, 0, shown)}${rest}`,
  );
}
