import { z } from 'zod';
import type { Change } from '../../io/files.ts';
import { decode } from '../../io/text.ts';
import { tool, type Tool } from '../tool.ts';
import { applyChunks } from './patch-apply.ts';
import { parsePatch, type Operation } from './patch-parse.ts';
import { placeholderIn } from './placeholder.ts';
import { restored } from './restored.ts';
import { fingerprint, lockName, type Workbench } from './session.ts';
import { orSuggest } from './suggest.ts';

const Input = z.strictObject({ patch: z.string() });

export const applyPatchTool = (bench: Workbench): Tool =>
  tool({
    name: 'apply_patch',
    description: `Change files, all or none:
*** Begin Patch
*** Update File: a.ts
@@ class or function above
 context
-old
+new
*** Add File: b.ts
+text
*** Delete File: c.ts
*** End Patch
After Update File, "*** Move to: d.ts" renames.`,
    input: Input,
    wish: ({ patch }) => ({ kind: 'write', paths: namedIn(patch) }),
    run: async ({ patch }) => {
      try {
        const operations = parsePatch(patch);
        const paths = operations.flatMap((each) =>
          'moveTo' in each && each.moveTo ? [each.path, each.moveTo] : [each.path],
        );
        const real = await Promise.all(paths.map(async (path) => lockName(bench, path)));
        return await lockAll(bench, [...new Set(real)].toSorted(), async () => apply(bench, operations));
      } catch (error) {
        throw error instanceof Error
          ? new Error(`${error.message}\nNo file was changed.`, { cause: error })
          : error;
      }
    },
  });

async function lockAll<T>(bench: Workbench, paths: readonly string[], work: () => Promise<T>): Promise<T> {
  const [first, ...rest] = paths;
  return first === undefined ? work() : bench.lock(first, async () => lockAll(bench, rest, work));
}

type Planned = { readonly changes: readonly Change[]; readonly line: string };

async function apply(bench: Workbench, operations: readonly Operation[]): Promise<string> {
  const planned: Planned[] = [];
  for (const operation of operations) {
    planned.push(await plan(bench, operation));
  }
  const changes = planned.flatMap((each) => each.changes);
  const real = await bench.files.commit(changes);
  changes.forEach((change, index) => {
    if ('bytes' in change) {
      bench.seen.set(real[index] ?? change.path, fingerprint(change.bytes));
    }
  });
  return ['Patch applied:', ...planned.map(({ line }) => line)].join('\n');
}

async function plan(bench: Workbench, operation: Operation): Promise<Planned> {
  switch (operation.kind) {
    case 'delete':
      return { changes: [{ path: operation.path, remove: true }], line: `D ${operation.path}` };
    case 'add':
      return planAdd(bench, operation.path, operation.content);
    case 'update':
      return planUpdate(bench, operation);
  }
}

async function planAdd(bench: Workbench, path: string, content: string): Promise<Planned> {
  refusePlaceholder(path, content, '');
  const stat = await bench.files.stat(path);
  const lines = content.split('\n').length - 1;
  return {
    changes: [{ path, bytes: Buffer.from(restored(bench, content, { path, current: '' }), 'utf8') }],
    line: `${stat ? 'M' : 'A'} ${path} (+${lines}${stat ? ', the old content was replaced' : ''})`,
  };
}

async function planUpdate(
  bench: Workbench,
  { path, moveTo, chunks }: Operation & { kind: 'update' },
): Promise<Planned> {
  const { bytes, mode } = await orSuggest(bench, path, async () => bench.files.read(path));
  const content = decode(bytes);
  if (!content) {
    throw new Error(`${path} is no text (binary, ${bytes.length} bytes).`);
  }
  const lines = chunks.flatMap((chunk) => chunk.lines);
  const of = (sign: string): string[] => lines.filter((line) => line.sign === sign).map(({ text }) => text);
  refusePlaceholder(path, of('+').join('\n'), content.text);
  const back = (line: string): string => restored(bench, line, { path, current: content.text });
  const whole = chunks.map((chunk) => ({
    ...chunk,
    lines: chunk.lines.map((line) => ({ ...line, text: back(line.text) })),
  }));
  const text = inFile(path, () => applyChunks(content.text, whole));
  const isMove = moveTo !== undefined && moveTo !== path;
  const result = content.encode(text);
  if (!result) {
    throw new Error(
      `The patch has characters that ${path} cannot hold: it is not UTF-8 (${content.encoding}).`,
    );
  }
  const same = text === content.text ? ', the same as before' : '';
  const counts = `(+${of('+').length} -${of('-').length}${same})`;
  return isMove
    ? {
        changes: [
          { path: moveTo, bytes: result, mode },
          { path, remove: true },
        ],
        line: `R ${path} -> ${moveTo} ${counts}`,
      }
    : { changes: [{ path, bytes: result }], line: `M ${path} ${counts}` };
}

function inFile<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof Error ? new Error(`${path}: ${error.message}`, { cause: error }) : error;
  }
}

function refusePlaceholder(path: string, text: string, old: string): void {
  const placeholder = placeholderIn(text, old);
  if (placeholder !== undefined) {
    throw new Error(`${path}: the patch adds the placeholder "${placeholder}"; write the real lines.`);
  }
}

/** The files that a patch is about, also one that cannot be read. */
const namedIn = (patch: string): string[] =>
  [...patch.matchAll(/^\*\*\* (?:(?:Update|Add|Delete) File|Move to): (.+)$/gm)].map(([, path = '']) =>
    path.trim(),
  );
