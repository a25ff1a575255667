import { join } from 'node:path';
import { z } from 'zod';
import { FileError, openRoot, type Root } from '../../io/files.ts';
import { decode } from '../../io/text.ts';

/** A folder with folders in it that may hold a skill each. */
export type SkillPlace = {
  /** Absolute; nothing outside of it is read. */
  readonly root: string;
  /** Below the root; empty: the root itself. */
  readonly folder: string;
};

/** Know-how that a model may ask for: offered by name and description, read only then. */
export type Skill = {
  readonly name: string;
  readonly description: string;
  /** Absolute. */
  readonly folder: string;
};

const Head = z.object({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'expected lower-case letters, digits and hyphens'),
  description: z.string().trim().min(1).max(1024),
});

const HEAD = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/**
 * The skills of all places; of two with one name the earlier place's counts. A folder without a SKILL.md is none; one
 * whose SKILL.md has no proper head is left out and told in `warnings`. `parse` reads the head, which is YAML.
 */
export async function findSkills(
  places: readonly SkillPlace[],
  parse: (yaml: string) => unknown,
): Promise<{ readonly skills: readonly Skill[]; readonly warnings: readonly string[] }> {
  const skills = new Map<string, Skill>();
  const warnings: string[] = [];
  for (const place of places) {
    const root = await openRoot(place.root).catch(() => undefined);
    for (const path of root ? await foldersIn(root, place.folder) : []) {
      const skill = root && (await readSkill(root, path, parse));
      if (typeof skill === 'string') {
        warnings.push(`${path}/SKILL.md: ${skill}`);
      } else if (skill) {
        skills.set(skill.name, skills.get(skill.name) ?? skill);
      }
    }
  }
  return { skills: [...skills.values()], warnings };
}

async function foldersIn(root: Root, folder: string): Promise<string[]> {
  const entries = await root.list(folder === '' ? '.' : folder).catch(() => []);
  return entries
    .filter(({ kind }) => kind === 'directory' || kind === 'link')
    .map(({ name }) => (folder === '' ? name : `${folder}/${name}`))
    .toSorted();
}

/** The skill in a folder, nothing where there is none, or what is wrong with it. */
async function readSkill(
  root: Root,
  path: string,
  parse: (yaml: string) => unknown,
): Promise<Skill | string | undefined> {
  try {
    const { bytes } = await root.read(`${path}/SKILL.md`);
    const head = HEAD.exec(decode(bytes)?.text ?? '')?.[1];
    if (head === undefined) {
      return 'it does not begin with a head (---, name and description, ---)';
    }
    const parsed = Head.safeParse(parse(head));
    return parsed.success
      ? { ...parsed.data, folder: join(root.path, await root.resolve(path)) }
      : z.prettifyError(parsed.error);
  } catch (error) {
    const isMissing = error instanceof FileError && error.problem === 'missing';
    return isMissing ? undefined : error instanceof Error ? error.message : String(error);
  }
}

/** The text below the head of a SKILL.md. */
export const bodyOf = (text: string): string => text.replace(HEAD, '').trim();
