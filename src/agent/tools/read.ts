import { z } from 'zod';
import { FileError } from '../../io/files.ts';
import { tool, type Tool } from '../tool.ts';
import { MOST_CHARACTERS, readRange, type Line, type Lines } from './read-lines.ts';
import { readableRoot, type Workbench } from './session.ts';
import { orSuggest } from './suggest.ts';

const MOST_LINES = 2_000;
const MOST_BYTES = 50_000;

const Input = z.strictObject({
  path: z.string(),
  offset: z.int().min(1).optional().describe('first line, from 1'),
  limit: z.int().min(1).optional(),
});

export const readTool = (bench: Workbench): Tool =>
  tool({
    name: 'read',
    description: 'Read a text file as numbered lines, at most 2,000 lines or 50 kB a call.',
    input: Input,
    reads: true,
    run: async (input) => orSuggest(bench, input.path, async () => read(bench, input)),
  });

async function read(
  bench: Workbench,
  { path, offset = 1, limit = MOST_LINES }: z.output<typeof Input>,
): Promise<string> {
  const root = readableRoot(bench, path);
  const file = await root.open(path).catch((error: unknown) => {
    throw error instanceof FileError && error.problem === 'directory'
      ? new FileError('directory', `${path} is a directory. Use list to see what is in it.`)
      : error;
  });
  try {
    const range = { offset, limit: Math.min(limit, MOST_LINES) };
    const lines = await readRange(file, range);
    if (!lines) {
      throw new Error(await noText(path, file.handle, file.stat.size));
    }
    if (root === bench.files) {
      bench.seen.set(file.path, lines.fingerprint);
    }
    return render(path, lines, offset);
  } finally {
    await file.handle.close();
  }
}

function render(path: string, { lines, total, encoding }: Lines, offset: number): string {
  if (total === 0) {
    return `${path} is empty.`;
  }
  if (offset > total) {
    throw new Error(`Offset ${offset} is beyond the end of the file (${total} lines).`);
  }
  const shown: string[] = [];
  let bytes = 0;
  for (const line of lines) {
    const text = `${String(offset + shown.length).padStart(5)}\t${withCut(line)}`;
    bytes += Buffer.byteLength(text) + 1;
    if (bytes > MOST_BYTES && shown.length > 0) {
      break;
    }
    shown.push(text);
  }
  const last = offset + shown.length - 1;
  const notes = [
    ...(offset > 1 || last < total ? [`Showing lines ${offset}-${last} of ${total}.`] : []),
    ...(last < total ? [`Use offset=${last + 1} to go on.`] : []),
    ...(encoding === 'latin1' ? ['Not UTF-8; shown as Latin-1, edits keep its bytes.'] : []),
  ];
  return [...(notes.length === 0 ? [] : [notes.join(' ')]), ...shown].join('\n');
}

const withCut = ({ text, more }: Line): string =>
  more === 0 ? text : `${text}... [line cut at ${MOST_CHARACTERS} characters, ${more} more characters]`;

const SIGNATURES: readonly (readonly [string, string])[] = [
  ['89504e47', 'PNG image'],
  ['ffd8ff', 'JPEG image'],
  ['47494638', 'GIF image'],
  ['25504446', 'PDF document'],
  ['504b0304', 'ZIP archive'],
  ['1f8b', 'gzip archive'],
  ['7f454c46', 'ELF program'],
  ['0061736d', 'WebAssembly module'],
];

async function noText(
  path: string,
  handle: { read(buffer: Buffer, offset: number, length: number, at: number): Promise<unknown> },
  size: number,
): Promise<string> {
  const start = Buffer.alloc(8);
  await handle.read(start, 0, start.length, 0);
  const type = SIGNATURES.find(([bytes]) => start.toString('hex').startsWith(bytes))?.[1] ?? 'binary file';
  return `${path} is no text: ${type} (binary), ${size} bytes. Use bash to look into it.`;
}
