import { z } from 'zod';

/** What a machine has, in a team's own words. Whatever needs it goes only to machines that have it. */
export const Label = z.string().regex(/^[A-Za-z0-9][\w.-]{0,39}$/, 'expected a label such as gpu or node22');

type Asking = { readonly labels?: readonly string[] };

/** What a checkpoint asks for, else what its run does: each once, in order. */
export const labelsOf = (checkpoint: Asking, settings: Asking): readonly string[] =>
  [...new Set(checkpoint.labels ?? settings.labels)].toSorted();

/** What checkpoints ask for together; undefined where none of them says anything of its own. */
export function labelsOfAll(checkpoints: readonly Asking[], settings: Asking): string[] | undefined {
  return checkpoints.some(({ labels }) => labels !== undefined)
    ? [...new Set(checkpoints.flatMap((c) => labelsOf(c, settings)))].toSorted()
    : undefined;
}

export const hasAll = (labels: readonly string[], wanted: readonly string[]): boolean =>
  wanted.every((label) => labels.includes(label));
