import { readFile } from 'node:fs/promises';
import { exec } from './exec.ts';

/** One process of one boot of one machine, for as long as anybody asks: process numbers alone are used again. */
export type ProcessIdentity = {
  readonly pid: number;
  /** When it started, in the system's own form; empty where the system does not tell. */
  readonly start: string;
  /** Which boot of the machine it belongs to; empty where the system does not tell. */
  readonly boot: string;
};

/** This process. */
export async function self(): Promise<ProcessIdentity> {
  return { pid: process.pid, start: await startOf(process.pid), boot: await bootId() };
}

/** Whether that very process is still there, frozen or not. */
export async function isAlive({ pid, start, boot }: ProcessIdentity): Promise<boolean> {
  return boot === (await bootId()) && exists(pid) && start === (await startOf(pid));
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is alive too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function startOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${String(pid)}/stat`, 'utf8').catch(() => null);
  if (stat !== null) {
    // The name of the program stands in parentheses and may hold anything: state and start are counted from its end.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ended = fields[0] === 'Z' || fields[0] === 'X';
    return ended ? 'ended' : (fields[19] ?? '');
  }
  const told = await exec('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], {
    cwd: '/',
    env: { LC_ALL: 'C' },
  }).catch(() => null);
  return told?.exitCode === 0 ? told.stdout.toString('utf8').trim() : '';
}

const bootId = async (): Promise<string> =>
  readFile('/proc/sys/kernel/random/boot_id', 'utf8').then(
    (text) => text.trim(),
    () => '',
  );
