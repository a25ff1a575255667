import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { reached } from './phase.ts';

const SlotRecord = z.strictObject({
  v: z.literal(1),
  /** False while a reset is under way: a folder that is found like that is not trusted. */
  complete: z.boolean(),
  /** Untracked paths that the setup made and no rule ignores. */
  settled: z.array(z.string()),
});
export type SlotRecord = z.infer<typeof SlotRecord>;

const fileOf = (indexFile: string): string => `${indexFile}.json`;

/** What is known of a slot, kept beside its index. Throws when there is nothing that can be read. */
export async function readRecord(indexFile: string): Promise<SlotRecord> {
  return SlotRecord.parse(JSON.parse(await readFile(fileOf(indexFile), 'utf8')));
}

/** Replaces the record in one step. */
export async function writeRecord(indexFile: string, record: Omit<SlotRecord, 'v'>): Promise<void> {
  const file = fileOf(indexFile);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.new`, JSON.stringify({ ...record, v: 1 }), { mode: 0o600 });
  reached('write.slot');
  await rename(`${file}.new`, file);
}
