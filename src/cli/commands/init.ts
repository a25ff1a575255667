import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { detectCheck, suggestSetup } from '../../config/check-detect.ts';
import { editorSchema, schemaFile } from '../../config/editor-schema.ts';
import { folders } from '../../config/environment.ts';
import type { Repository } from '../../config/guess.ts';
import { loadConfiguration } from '../../config/load.ts';
import { packageRoot } from '../../config/package-root.ts';
import { agentsYaml, configYaml, type Starter } from '../../config/starter.ts';
import { listModels } from '../../model/probe.ts';
import { findRepository } from '../../run/preflight.ts';
import { chooseAlone, chooseAsked, type Chosen, type Listing, type Wanted } from '../init/choose.ts';
import { copyRoles, takeBack, writeNew, type Draft, type Written } from '../init/files.ts';
import type { Offer } from '../init/offers.ts';
import { questionsOn, type Questions } from '../init/questions.ts';
import type { Shell } from '../shell.ts';
import { UserError, USAGE } from '../user-error.ts';

export type InitFlags = Wanted & {
  readonly yes?: boolean;
  readonly check?: string;
  readonly setup?: string;
  readonly roles?: boolean;
};

/** `orchestrate init`: settings to begin with, for the repository and for its user. Nothing that is there is changed. */
export async function init(flags: InitFlags, shell: Shell): Promise<number> {
  const { root } = await findRepository(shell.cwd, shell.env);
  const listing = listingIn(shell);
  const questions = flags.yes === true ? undefined : askable(shell);
  const chosen = questions
    ? await chooseAsked(flags, shell.env, { questions, listing })
    : await chooseAlone(flags, shell.env, listing);
  const commands = await commandsOf(root, flags, questions);
  const roles =
    flags.roles ?? (await questions?.yes('Copy the prompts of the roles, to edit them?')) ?? false;
  const starter = { ...commands, models: chosen.models };
  const drafts = draftsFor(chosen, starter, { root, config: folders(shell.env).config });
  const written = await write(drafts, { root, roles }, shell);
  tell(written, drafts, { root, shell });
  return 0;
}

function askable(shell: Shell): Questions {
  if (shell.stdin.isTTY !== true || shell.stderr.isTTY !== true) {
    throw new UserError(
      USAGE,
      'Questions need a terminal. Take what is found without asking: orchestrate init --yes',
    );
  }
  return questionsOn(shell);
}

const PATIENCE_MS = 5_000;

/** A server that does not list its models, or not to us, is no hindrance: the name can be said. */
const listingIn =
  ({ env }: Shell): Listing =>
  async ({ name, baseUrl, keyVariable = '' }) =>
    listModels(
      { name, model: '', api: 'chat', baseUrl, apiKey: env[keyVariable]?.trim() ?? '' },
      AbortSignal.timeout(PATIENCE_MS),
    ).catch(() => []);

/** Files at the top and in the folders there: all that the rules look at. */
async function filesNear(root: string): Promise<string[]> {
  const top = await readdir(root, { withFileTypes: true });
  const within = await Promise.all(
    top
      .filter((entry) => entry.isDirectory())
      .map(async ({ name }) => {
        const names = await readdir(path.join(root, name)).catch(() => []);
        return names.map((file) => `${name}/${file}`);
      }),
  );
  return [...top.map(({ name }) => name), ...within.flat()];
}

/** Check and setup: as said, else as found, else as answered. */
async function commandsOf(root: string, flags: InitFlags, questions: Questions | undefined) {
  const files = await filesNear(root);
  const read: Repository['read'] = async (file) =>
    readFile(path.join(root, file), 'utf8').catch(() => undefined);
  const [check, setup] = await Promise.all([detectCheck({ files, read }), suggestSetup({ files, read })]);
  const ask = async (message: string, found: string | undefined): Promise<string | null> =>
    ((await questions?.line(message, found ?? '')) ?? found ?? '') || null;
  return {
    check:
      flags.check ?? (await ask('Which command tells that all is well? (empty: none yet)', check?.command)),
    setup:
      flags.setup ?? (await ask('Which command installs what that needs? (empty: none)', setup?.command)),
  };
}

type Places = { readonly root: string; readonly config: string };
type Drafts = { readonly agents: Draft; readonly config?: Draft; readonly schema: Draft };

function draftsFor(
  { offer, models }: Chosen,
  commands: Omit<Starter, 'provider' | 'schema'>,
  { root, config }: Places,
): Drafts {
  const own = path.join(packageRoot(), 'dist', 'schemas', schemaFile('config'));
  const provider = offer.builtIn ? undefined : providerOf(offer);
  const schema = path.join('.orchestrate', schemaFile('agents'));
  const starter = { ...commands, models };
  return {
    agents: { file: path.join(root, 'agents.yaml'), text: agentsYaml({ ...starter, provider, schema }) },
    schema: { file: path.join(root, schema), text: editorSchema('agents') },
    ...(provider && {
      config: {
        file: path.join(config, 'config.yaml'),
        text: configYaml({ ...starter, provider, schema: own }),
      },
    }),
  };
}

const providerOf = ({ name, baseUrl, keyVariable }: Offer) => ({
  name,
  baseUrl,
  ...(keyVariable === undefined ? {} : { keyVariable }),
});

/** Writes, and reads it all back as a run would: what that refuses is taken back. */
async function write(
  { agents, config, schema }: Drafts,
  { root, roles }: { readonly root: string; readonly roles: boolean },
  shell: Shell,
): Promise<Written[]> {
  const written: Written[] = [];
  for (const draft of [agents, schema, ...(config ? [config] : [])]) {
    written.push(await writeNew(draft));
  }
  if (roles) {
    const to = path.join(root, '.orchestrate', 'roles');
    written.push(...(await copyRoles(path.join(packageRoot(), 'roles'), to)));
  }
  try {
    await loadConfiguration({ env: shell.env, root });
    return written;
  } catch (error) {
    await takeBack(written);
    throw error;
  }
}

type Told = { readonly root: string; readonly shell: Shell };

function tell(written: readonly Written[], { config }: Drafts, { root, shell }: Told): void {
  for (const { file, how } of written) {
    shell.out(how === 'written' ? `wrote ${file}\n` : `${file} is there already and stays as it is\n`);
  }
  if (config && written.some(({ file, how }) => file === config.file && how === 'kept')) {
    shell.out(`\nTo use what you chose, put this into ${config.file}:\n\n${config.text}`);
  }
  const steps = [
    ...committing(written, root),
    { command: 'orchestrate doctor', does: 'whether a run could start' },
    { command: 'orchestrate spec.md', does: 'a spec into commits' },
  ];
  const wide = Math.max(...steps.map(({ command }) => command.length));
  const lines = steps.map(({ command, does }) => `  ${command.padEnd(wide)}  ${does}\n`);
  shell.out(`\nNext:\n${lines.join('')}`);
}

/** A run begins from commits: what was written into the repository has to be in one. */
function committing(written: readonly Written[], root: string) {
  const own = written
    .filter(({ how }) => how === 'written')
    .map(({ file }) => path.relative(root, file))
    .filter((file) => !file.startsWith('..'));
  const names = [...new Set(own.map((file) => file.split(path.sep)[0]))].join(' ');
  return names === ''
    ? []
    : [{ command: `git add ${names} && git commit -m "Settings"`, does: 'a run begins from commits' }];
}
