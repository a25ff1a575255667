import { totalmem } from 'node:os';

const MB = 1024 * 1024;

/** What one command may take. */
export const LIMITS = {
  /** Bytes that it may add to the disk. */
  growth: 2048 * MB,
  /** Bytes of memory of all its processes together. */
  memory: Math.max(2048 * MB, Math.floor(totalmem() * 0.75)),
  /** Bytes that may leave through the proxy. */
  sent: 4 * MB,
} as const;

/** What the kernel holds each process to: the name that prlimit has for it, the name in /proc, and how much. */
const OF_A_PROCESS = [
  ['fsize', 'Max file size', 2048 * MB],
  ['nofile', 'Max open files', 4096],
  ['core', 'Max core file size', 0],
  // Bytes that it writes to; programs reserve far more than they use.
  ['data', 'Max data size', 2048 * MB],
] as const;

/**
 * What goes before a command so that the kernel holds it and all that it starts to its limits. `own` is the text of
 * /proc/self/limits: nobody may allow more than they have been allowed.
 */
export function limited(processes: number, own: string): readonly string[] {
  const all = [['nproc', 'Max processes', processes] as const, ...OF_A_PROCESS];
  const flags = all.map(
    ([name, label, most]) => `--${name}=${String(Math.min(most, hardLimit(own, label)))}`,
  );
  return ['prlimit', ...flags, '--'];
}

function hardLimit(own: string, label: string): number {
  const found = new RegExp(`^${label} +\\S+ +(\\S+)`, 'm').exec(own)?.[1];
  return found === undefined || found === 'unlimited' ? Number.POSITIVE_INFINITY : Number(found);
}
