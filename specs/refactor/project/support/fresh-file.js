import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Path of a file in a folder of its own that is gone after the test. */
export async function freshFile(t) {
  const folder = await mkdtemp(join(tmpdir(), 'notes-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'notes.json');
}
