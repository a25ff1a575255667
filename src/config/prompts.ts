import { readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError, type Problem } from './problem.ts';
import { readIfThere } from './read-if-there.ts';
import { addsRole, readAddedRole, type AddedFile } from './added-roles.ts';
import { readRoleFile, splitRole, type RoleFile } from './role-file.ts';
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
  const load = async (role: RoleName): Promise<RoleFile> => {
    for (const [kind, folder] of places) {
      const file = folder === undefined ? undefined : path.join(folder, `${role}.md`);
      const text = file === undefined ? undefined : await readRole(file, kind);
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

async function readRole(file: string, kind: SourceKind): Promise<string | undefined> {
  if (kind === 'repository') {
    await refuseLink(file);
  }
  return readIfThere(file);
}

/** A prompt goes to a model: a link that comes with the repository would send whatever file of the machine it names. */
async function refuseLink(file: string): Promise<void> {
  const folder = path.dirname(file);
  const [real, root] = await Promise.all(
    [file, path.resolve(folder, '../..')].map(async (at) => realpath(at).catch(() => undefined)),
  );
  const parts = [...folder.split(path.sep).slice(-2), path.basename(file)];
  if (real !== undefined && root !== undefined && real !== path.join(root, ...parts)) {
    const message = `this leads to ${real}, whose text would go to a model: put the file itself here, or into your own folder of roles`;
    throw new ConfigError([{ key: '', place: file, message }]);
  }
}

/** Roles beside the program's own, by name: the user's before the repository's. Throws ConfigError. */
export async function loadAddedRoles({ user, repository }: RoleFolders): Promise<AddedFile[]> {
  const found = [...(await addedIn(user, 'user')), ...(await addedIn(repository, 'repository'))];
  const slips = found.filter((one) => 'message' in one);
  if (slips.length > 0) {
    throw new ConfigError(slips);
  }
  const roles = found.filter((one) => 'body' in one).toReversed();
  const byName = new Map(roles.map((role) => [role.name, role]));
  return [...byName.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

async function addedIn(folder: string | undefined, kind: SourceKind): Promise<(AddedFile | Problem)[]> {
  const names = folder === undefined ? [] : await readdir(folder).catch(() => []);
  const known: readonly string[] = RoleName.options;
  const others = names.filter(
    (name) => name.endsWith('.md') && name !== 'README.md' && !known.includes(name.slice(0, -3)),
  );
  return Promise.all(
    others.map(async (base): Promise<AddedFile | Problem> => {
      const [file, name] = [path.join(folder ?? '', base), base.slice(0, -3)];
      const text = (await readRole(file, kind)) ?? '';
      return addsRole(splitRole(text, file))
        ? readAddedRole(text, { name, file, kind })
        : { key: '', place: file, message: `there is no such role; ${meant(name, known)}` };
    }),
  );
}

/** A prompt under a wrong name would be lost without a word. */
function meant(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  return near === undefined
    ? `roles are ${known.join(', ')}, and one of your own says what it is: kind: reviewer`
    : `did you mean ${near}.md?`;
}
