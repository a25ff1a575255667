import { randomUUID } from 'node:crypto';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from './append.ts';
import { makeFolder, namesIn, readSmall } from './small-file.ts';

/**
 * A folder of letters to the process that drives a run, which alone writes the run's journal. A letter is there as a whole
 * or not at all, and stays until it is answered or taken back.
 */
export type Posted = { readonly id: string; readonly text: string };

const LETTER = '.letter';
const REPLY = '.reply';

/** Puts a letter there; it is on the disk once this resolves. Gives its id: later ones sort after it. */
export async function post(folder: string, text: string): Promise<string> {
  const id = `${Date.now().toString(36).padStart(9, '0')}-${randomUUID().slice(0, 8)}`;
  await put(folder, `${id}${LETTER}`, text);
  return id;
}

/** The letters that are there, in the order in which they were written. What is no file is no letter. */
export async function posted(folder: string): Promise<Posted[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((e) => e.isFile() && e.name.endsWith(LETTER)).map(({ name }) => name);
  const found = await Promise.all(
    names.toSorted().map(async (name) => ({
      id: name.slice(0, -LETTER.length),
      text: await readSmall(path.join(folder, name)),
    })),
  );
  return found.flatMap(({ id, text }) => (text === null ? [] : [{ id, text }]));
}

/** Answers a letter, which is gone with that. */
export async function reply(folder: string, id: string, text: string): Promise<void> {
  await put(folder, `${id}${REPLY}`, text);
  await withdraw(folder, id);
}

/** The answer to a letter, once: it is gone when it has been read. Null while there is none. */
export async function replyTo(folder: string, id: string): Promise<string | null> {
  const file = path.join(folder, `${id}${REPLY}`);
  const text = await readSmall(file);
  await rm(file, { force: true });
  return text;
}

/** Takes a letter back. */
export async function withdraw(folder: string, id: string): Promise<void> {
  await rm(path.join(folder, `${id}${LETTER}`), { force: true });
}

/** Removes answers that nobody waited for. */
export async function dropReplies(folder: string): Promise<void> {
  const names = (await namesIn(folder)).filter((name) => name.endsWith(REPLY));
  await Promise.all(names.map(async (name) => rm(path.join(folder, name), { force: true })));
}

async function put(folder: string, name: string, text: string): Promise<void> {
  await makeFolder(folder);
  const half = path.join(folder, `${name}.new`);
  await writeFile(half, text, { mode: 0o600, flush: true });
  await rename(half, path.join(folder, name));
  await syncFolder(folder);
}
