import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError, type Problem } from './problem.ts';
import { readIfThere } from './read-if-there.ts';
import { readRoleFile, type RoleFile } from './role-file.ts';
import { RoleName } from './schema.ts';
import type { SourceKind } from './source.ts';
import { nearest } from './suggest-key.ts';

/** Folders that may hold `<role>.md`. */
export type RoleFolders = {
  /** The program's own; must have all of them. */
  readonly program: string;
  readonly user?: string;
  readonly repository?: string;
};

/** Each role's file: the user's before the repository's before the program's own. Throws ConfigError. */
export async function loadRoleFiles({
  program,
  user,
  repository,
}: RoleFolders): Promise<Record<RoleName, RoleFile>> {
  const places: [SourceKind, string | undefined][] = [
    ['user', user],
    ['repository', repository],
    ['default', program],
  ];
  const strangers = (await Promise.all([user, repository].map(strangersIn))).flat();
  if (strangers.length > 0) {
    throw new ConfigError(strangers);
  }
  const load = async (role: RoleName): Promise<RoleFile> => {
    for (const [kind, folder] of places) {
      const file = folder === undefined ? undefined : path.join(folder, `${role}.md`);
      const text = file === undefined ? undefined : await readIfThere(file);
      if (file !== undefined && text !== undefined) {
        return readRoleFile(text, { role, file, kind });
      }
    }
    throw new Error(`the program's own ${path.join(program, `${role}.md`)} is missing: install it again`);
  };
  const [planner, coder, reviewer, summarizer, analyst] = await Promise.all([
    load('planner'),
    load('coder'),
    load('reviewer'),
    load('summarizer'),
    load('analyst'),
  ]);
  return { planner, coder, reviewer, summarizer, analyst };
}

/** A prompt under a wrong name would be lost without a word. */
async function strangersIn(folder: string | undefined): Promise<Problem[]> {
  const names = folder === undefined ? [] : await readdir(folder).catch(() => []);
  const known: readonly string[] = RoleName.options;
  return names
    .filter((name) => name.endsWith('.md') && name !== 'README.md' && !known.includes(name.slice(0, -3)))
    .map((name) => {
      const near = nearest(name.slice(0, -3), known);
      const hint = near === undefined ? `roles are ${known.join(', ')}` : `did you mean ${near}.md?`;
      return { key: '', place: path.join(folder ?? '', name), message: `there is no such role; ${hint}` };
    });
}
