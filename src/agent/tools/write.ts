import { z } from 'zod';
import type { Root } from '../../io/files.ts';
import { decode, hasLoneSurrogate, lineEndOf, withLineEnd, type Text } from '../../io/text.ts';
import { tool, type Tool } from '../tool.ts';
import { placeholderIn } from './placeholder.ts';
import { restored } from './restored.ts';
import { fingerprint, lockName, type Workbench } from './session.ts';
import { orSuggest } from './suggest.ts';

const Input = z.strictObject({ path: z.string(), content: z.string() });

export const writeTool = (bench: Workbench): Tool =>
  tool({
    name: 'write',
    description: 'Create a file or replace all of it. Folders are made. To change a part, use edit.',
    input: Input,
    wish: ({ path }) => ({ kind: 'write', paths: [path] }),
    run: async (input) =>
      orSuggest(bench, input.path, async () =>
        bench.lock(await lockName(bench, input.path), async () => write(bench, input)),
      ),
  });

async function write(bench: Workbench, { path, content: given }: z.output<typeof Input>): Promise<string> {
  const { files } = bench;
  const old = await existing(files, path);
  const content = restored(bench, given, { path, current: old?.text ?? '' });
  const placeholder = placeholderIn(content, old?.text);
  if (placeholder !== undefined) {
    throw new Error(
      `content contains the placeholder "${placeholder}"; nothing was written. Write the complete file, or use edit to change a part.`,
    );
  }
  const bytes = encodeLike(old, content);
  if (!bytes) {
    throw new Error(
      `content has characters that ${path} cannot hold (${old?.encoding ?? 'lone surrogates'}). Nothing was written.`,
    );
  }
  const [real] = await files.commit([{ path, bytes }]);
  bench.seen.set(real ?? path, fingerprint(bytes));
  return `${old ? 'Replaced' : 'Created'} ${path}: ${countLines(content)} lines, ${bytes.length} bytes.`;
}

async function existing(files: Root, path: string): Promise<Text | undefined> {
  const stat = await files.stat(path);
  if (stat?.kind !== 'file') {
    return undefined;
  }
  const { bytes } = await files.read(path);
  return decode(bytes);
}

/** A file that exists keeps its byte order mark, encoding and line end. */
function encodeLike(old: Text | undefined, content: string): Buffer | undefined {
  if (!old) {
    return hasLoneSurrogate(content) ? undefined : Buffer.from(content, 'utf8');
  }
  const end = lineEndOf(old.text);
  const marked =
    old.text.startsWith('\ufeff') && !content.startsWith('\ufeff') ? `\ufeff${content}` : content;
  return old.encode(end === undefined ? marked : withLineEnd(marked, end));
}

const countLines = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
