import { z } from 'zod';

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
const WANTED = 'expected a duration such as 90s, 10m or 1h';

/** `"90s"` → 90000: a text with a unit in, whole milliseconds out. */
export const Duration = z
  .string({ error: WANTED })
  .regex(/^\d+(\.\d+)?\s*(ms|s|m|h)$/, WANTED)
  .transform((text) => Math.round(Number.parseFloat(text) * (UNITS[text.replace(/^[\d.\s]+/, '')] ?? 0)))
  .refine((ms) => ms > 0, 'expected a duration longer than nothing');

/** 600000 → `"10m"`: the largest unit that needs no fraction. */
export function formatDuration(ms: number): string {
  const [unit, size] = Object.entries(UNITS).findLast(([, length]) => ms % length === 0) ?? ['ms', 1];
  return `${String(ms / size)}${unit}`;
}
