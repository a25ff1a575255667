import path from 'node:path';
import type { Settings } from '../domain/settings.ts';

/** What a role's prompt may have put in. None of it changes within a run: caches of providers are hit by equal prompts. */
export const PLACEHOLDERS = ['check', 'setup', 'repository'] as const;

export const promptValues = (
  { check, setup }: Pick<Settings, 'check' | 'setup'>,
  root: string,
): Record<(typeof PLACEHOLDERS)[number], string> => ({
  check: check.join(' && ') || 'none',
  setup: setup ?? 'none',
  repository: path.basename(root),
});
