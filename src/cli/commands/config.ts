import path from 'node:path';
import type { Entry } from '../../config/entries.ts';
import { loadConfiguration } from '../../config/load.ts';
import { tell } from '../../config/problem.ts';
import { findRepository } from '../../run/preflight.ts';
import { inked } from '../../view/ink.ts';
import { cell, faint, row, type Row } from '../../view/row.ts';
import type { RunFlags } from '../flags.ts';
import type { Shell } from '../shell.ts';

/** `orchestrate config`: every setting in force with its origin; keys are told by name only. */
export async function config({ config: file, json, ...flags }: RunFlags, shell: Shell): Promise<number> {
  const git = await findRepository(shell.cwd, shell.env);
  const { entries, warnings, lacks } = await loadConfiguration({
    env: shell.env,
    root: git.root,
    start: path.join(git.root, git.start),
    flags,
    ...(file === undefined ? {} : { file }),
  });
  const lines =
    json === true
      ? entries.map((entry) => JSON.stringify({ type: 'setting', ...entry }))
      : table(entries).map((line) => inked(line, shell.stdout));
  shell.out(lines.map((line) => `${line}\n`).join(''));
  shell.err([...warnings.map(tell), ...lacks].map((line) => `${line}\n`).join(''));
  return 0;
}

const GAP = 2;

function table(entries: readonly Entry[]): Row[] {
  const shown = entries.map(({ key, value, origin }) => ({
    key,
    value: inWords(value),
    place: origin.place,
  }));
  const keys = widest(shown.map(({ key }) => key));
  const values = widest(shown.map(({ value }) => value));
  return shown.map(({ key, value, place }) =>
    cell(row(key), Math.max(keys, key.length + GAP)).concat(
      cell(row(value), Math.max(values, value.length + GAP)),
      row(faint(place)),
    ),
  );
}

/** Columns beyond which a text stands out of its column, so that a single long one does not spread all others. */
const MOST = 32;
const widest = (texts: readonly string[]): number =>
  GAP + Math.max(...texts.map((text) => text.length).filter((length) => length <= MOST));

function inWords(value: unknown): string {
  if (Array.isArray(value)) {
    return value.length === 0 ? 'none' : value.map(inWords).join(', ');
  }
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value).map(([key, inner]) => `${key}: ${inWords(inner)}`);
    return parts.length === 0 ? 'none' : parts.join('; ');
  }
  return typeof value === 'string' ? value : value === null ? 'none' : JSON.stringify(value);
}
