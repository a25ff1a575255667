import path from 'node:path';
import { type Configuration, effective } from './effective.ts';
import type { Entry } from './entries.ts';
import { type Env, folders } from './environment.ts';
import { readFrontMatter } from './front-matter.ts';
import { readFlags, readVariables } from './loose.ts';
import { requireKnownTools } from './known-tools.ts';
import { packageRoot } from './package-root.ts';
import { ConfigError } from './problem.ts';
import { PLACEHOLDERS } from './prompt-values.ts';
import { loadAddedRoles, loadRoleFiles } from './prompts.ts';
import { readIfThere } from './read-if-there.ts';
import type { RoleFile } from './role-file.ts';
import { OPTIONAL_ROLES, type RoleName } from './schema.ts';
import { readSettingsFile, type Source } from './source.ts';
import { checkPlaceholders } from './template.ts';

export type LoadOptions = {
  /** Root of the repository, and the folder inside it that the command was given in; both absolute. */
  readonly root: string;
  readonly start?: string;
  readonly env: Env;
  /** As the command line parsed them; those that are no settings are left alone. */
  readonly flags?: Readonly<Record<string, unknown>>;
  readonly spec?: {
    readonly source: string;
    readonly frontMatter: { readonly text: string; readonly line: number } | null;
  };
  /** Read instead of the repository's agents.yaml. */
  readonly file?: string;
  /** Names of the program's tools, so that a role is given none that nobody has; without it any name will do. */
  readonly tools?: readonly string[];
  /** The program's own folder of roles. */
  readonly roles?: string;
};

export type Loaded = Configuration & { readonly prompts: Readonly<Record<RoleName, RoleFile>> };

/** Reads every source of settings there is and merges them; throws ConfigError. */
export async function loadConfiguration(options: LoadOptions): Promise<Loaded> {
  const { root, env, flags = {}, spec } = options;
  const { config } = folders(env);
  const places = {
    program: options.roles ?? path.join(packageRoot(), 'roles'),
    user: path.join(config, 'roles'),
    repository: path.join(root, '.orchestrate', 'roles'),
  };
  const added = await loadAddedRoles(places);
  const prompts = await loadRoleFiles(places);
  [...Object.values(prompts), ...added].forEach((prompt) => checkPlaceholders(prompt, PLACEHOLDERS));
  const files = [await ownFile(options), await userFile(config)];
  const sources: Source[] = [
    readFlags(flags),
    ...(spec?.frontMatter ? [readFrontMatter(spec.frontMatter, spec.source)] : []),
    readVariables(env),
    ...files.filter((source) => source !== undefined),
    ...Object.values(prompts).map((prompt) => prompt.source),
  ];
  const merged = effective({ sources, env, added });
  if (options.tools) {
    requireKnownTools([...sources, ...added.map(({ source }) => source)], {
      tools: options.tools,
      servers: merged.servers,
    });
  }
  const used = Object.values(prompts).filter(({ role }) => merged.roles[role] ?? !OPTIONAL_ROLES.has(role));
  return { ...merged, prompts, entries: [...merged.entries, ...used.map(promptEntry)] };
}

const promptEntry = ({ role, file, source }: RoleFile): Entry => ({
  key: `roles.${role}.prompt`,
  value: file,
  origin: { source: source.kind, place: file },
});

async function userFile(folder: string): Promise<Source | undefined> {
  const found = await readSettings(folder, 'config.yaml');
  return found && readSettingsFile(found.text, found.file, 'user');
}

/** The file that was named, else the nearest agents.yaml from the start up to the root. */
async function ownFile({ root, start = root, file }: LoadOptions): Promise<Source | undefined> {
  if (file !== undefined) {
    const text = await readIfThere(path.resolve(start, file));
    if (text === undefined) {
      throw new ConfigError([{ key: 'config', place: '--config', message: `there is no file ${file}` }]);
    }
    return readSettingsFile(text, file, 'named');
  }
  for (const folder of upwards(start, root)) {
    const found = await readSettings(folder, 'agents.yaml');
    if (found) {
      return readSettingsFile(found.text, path.relative(root, found.file), 'repository');
    }
  }
  return undefined;
}

/** A file by its one right name: settings under another one would be lost without a word. */
async function readSettings(
  folder: string,
  name: string,
): Promise<{ file: string; text: string } | undefined> {
  const file = path.join(folder, name);
  const text = await readIfThere(file);
  if (text !== undefined) {
    return { file, text };
  }
  const other = file.replace(/\.yaml$/, '.yml');
  if ((await readIfThere(other)) !== undefined) {
    throw new ConfigError([{ key: '', place: other, message: `this file is not read: call it ${name}` }]);
  }
  return undefined;
}

function upwards(start: string, root: string): string[] {
  const steps = path.relative(root, start).split(path.sep).filter(Boolean);
  return [...steps.keys(), steps.length]
    .toReversed()
    .map((count) => path.join(root, ...steps.slice(0, count)));
}
