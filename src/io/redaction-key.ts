import { createHmac, randomBytes } from 'node:crypto';
import path from 'node:path';
import { readSmall, writeSmall } from './small-file.ts';
import type { RepositoryState } from './state.ts';

/**
 * Twelve hexadecimal digits for a value, by a key that stays with the records of a repository: the same value gives the
 * same digits in every run, and who sees them cannot try values out.
 */
export async function secretTags({ dir }: Pick<RepositoryState, 'dir'>): Promise<(value: string) => string> {
  const file = path.join(dir, 'redaction.key');
  const kept = (await readSmall(file))?.trim();
  const key = kept || randomBytes(32).toString('hex');
  if (!kept) {
    await writeSmall(file, `${key}\n`);
  }
  return (value) => createHmac('sha256', key).update(value).digest('hex').slice(0, 12);
}
