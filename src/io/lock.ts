import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, link, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { isAlive, self } from './process-identity.ts';

/** Who holds a lock, as far as it says so itself. */
const Holder = z.strictObject({
  pid: z.number().int(),
  /** When the process started and which boot of the machine it belongs to: a number used again is another process. */
  start: z.string(),
  boot: z.string(),
  run: z.string(),
  at: z.iso.datetime(),
});
export type Holder = z.infer<typeof Holder>;

export type Lock = {
  /** Frees the lock; a second call does nothing. The end of the process frees it as well. */
  release(): Promise<void>;
};

export type Acquired =
  | {
      readonly kind: 'acquired';
      readonly lock: Lock;
      /** A process that ended without freeing the lock; the lock was taken over from it. */
      readonly reclaimed: Holder | null;
    }
  | { readonly kind: 'held'; readonly holder: Holder | null };

/**
 * Takes the lock of a repository for one run, or says who has it. Where `flock` is installed the kernel keeps it, on a
 * descriptor of this process that no child inherits: a frozen holder keeps it, a dead one never does. Elsewhere a file
 * that is made once says which process has it. Age is never a reason. `env` needs `PATH`.
 */
export async function acquireLock({
  file,
  run,
  env,
}: {
  file: string;
  run: string;
  env: Readonly<Record<string, string | undefined>>;
}): Promise<Acquired> {
  const holder: Holder = { ...(await self()), run, at: new Date().toISOString() };
  const handle = await open(file, 'a+', 0o600);
  const outcome = await flock(handle.fd, env['PATH']).catch(() => 'unavailable' as const);
  if (outcome === 'unavailable') {
    await handle.close();
    return byFile(`${file}.pid`, holder);
  }
  const other = outcome === 'busy' ? await whoever(file) : await living(`${file}.pid`);
  if (outcome === 'busy' || other !== null) {
    await handle.close();
    return { kind: 'held', holder: other };
  }
  const reclaimed = await readHolder(file);
  await handle.truncate(0);
  await handle.writeFile(JSON.stringify(holder));
  return { kind: 'acquired', lock: onDescriptor(handle), reclaimed };
}

/** Who holds the lock now, without trying to take it; null when nobody does as far as one can see. */
export async function lockHolder(file: string): Promise<Holder | null> {
  return (await living(file)) ?? (await living(`${file}.pid`));
}

/** The helper locks the open file that it is handed; the lock stays with our descriptor when the helper has ended. */
async function flock(fd: number, path: string | undefined): Promise<'locked' | 'busy' | 'unavailable'> {
  return new Promise((resolve) => {
    const env = path === undefined ? {} : { PATH: path };
    const helper = spawn('flock', ['-n', '3'], { env, stdio: ['ignore', 'ignore', 'ignore', fd] });
    helper.once('error', () => resolve('unavailable'));
    helper.once('exit', (code) => resolve(code === 0 ? 'locked' : code === 1 ? 'busy' : 'unavailable'));
  });
}

function onDescriptor(handle: FileHandle): Lock {
  let released: Promise<void> | null = null;
  const release = async (): Promise<void> => {
    // Emptied before it is free, so that whoever comes next does not take this for a crash.
    await handle.truncate(0);
    await handle.close();
  };
  return { release: async () => (released ??= release()) };
}

async function byFile(file: string, holder: Holder): Promise<Acquired> {
  const mine = `${file}.${randomUUID()}`;
  await writeFile(mine, JSON.stringify(holder), { mode: 0o600, flush: true });
  try {
    // Whole from its first moment: the file is written elsewhere and linked into place.
    while (!(await linked(mine, file))) {
      const found = await textOf(file);
      if (found === null) {
        continue; // freed meanwhile
      }
      const other = holderIn(found);
      if (other !== null && (await isAlive(other))) {
        return { kind: 'held', holder: other };
      }
      if (await takenOver(found, { file, mine, holder })) {
        return { kind: 'acquired', lock: ofFile(file), reclaimed: other };
      }
    }
    return { kind: 'acquired', lock: ofFile(file), reclaimed: null };
  } finally {
    await rm(mine, { force: true });
  }
}

function ofFile(file: string): Lock {
  let released: Promise<void> | null = null;
  return { release: async () => (released ??= rm(file, { force: true })) };
}

type Taking = { readonly file: string; readonly mine: string; readonly holder: Holder };

const AGAIN_MS = 5;

/**
 * Puts our file in the place of a dead holder's. Several may have seen that it is dead, and one of them may have taken its
 * place by now: only whoever holds the lock on this very text replaces it, so that a file of somebody living is never moved.
 */
async function takenOver(dead: string, { file, mine, holder }: Taking): Promise<boolean> {
  const name = createHash('sha256').update(dead).digest('hex').slice(0, 16);
  const claim = await byFile(`${file}.${name}`, holder);
  if (claim.kind === 'held') {
    await setTimeout(AGAIN_MS);
    return false;
  }
  try {
    if ((await textOf(file)) !== dead) {
      return false;
    }
    await rename(mine, file);
    return true;
  } finally {
    await claim.lock.release();
  }
}

const linked = async (from: string, to: string): Promise<boolean> =>
  link(from, to).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
        return false;
      }
      throw error;
    },
  );

/** The holder that a file names, when that process still lives. */
async function living(file: string): Promise<Holder | null> {
  const other = await readHolder(file);
  return other !== null && (await isAlive(other)) ? other : null;
}

/** The holder of a lock that is taken for certain: one that has only just taken it says so in a moment. */
async function whoever(file: string, tries = 10): Promise<Holder | null> {
  const other = await living(file);
  if (other !== null || tries === 0) {
    return other;
  }
  await setTimeout(20);
  return whoever(file, tries - 1);
}

const readHolder = async (file: string): Promise<Holder | null> => holderIn((await textOf(file)) ?? '');

/** Null where there is no such file. */
const textOf = async (file: string): Promise<string | null> => readFile(file, 'utf8').catch(() => null);

function holderIn(text: string): Holder | null {
  try {
    return Holder.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
