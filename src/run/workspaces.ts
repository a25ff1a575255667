import path from 'node:path';
import type { CheckResult } from '../domain/check.ts';
import type { At } from '../domain/progress.ts';
import type { Settings } from '../domain/settings.ts';
import type { Git } from '../io/git/call.ts';
import { readSmall, writeSmall } from '../io/small-file.ts';
import { openSlot, type Slot } from '../io/slot.ts';
import { neededFiles, type NeededFiles } from './needed-files.ts';
import { Setups } from './setup.ts';
import { surroundings } from './surroundings.ts';
import type { Workspace } from './workspace.ts';

export type Lease = Workspace & {
  /** Runs the setup where it has to be; a result only when that failed. */
  prepare(signal: AbortSignal): Promise<CheckResult | null>;
  release(): Promise<void>;
};

export type Opened =
  | { readonly kind: 'open'; readonly workspace: Workspace }
  /** The attempt had begun and its files are gone. */
  | { readonly kind: 'lost'; readonly detail: string }
  | { readonly kind: 'not_ready'; readonly detail: string };

type Options = {
  readonly git: Git;
  /** Folder that holds the slots of this repository. */
  readonly folder: string;
  readonly trash: string;
  readonly logs: string;
  /** Environment of commands, free of secrets. */
  readonly env: Readonly<Record<string, string>>;
  /** Variables that are the same in every copy because the user says so. */
  readonly fixed: Readonly<Record<string, string>>;
  readonly settings: Settings;
  /** Whether a conversation has begun: its workspace must not be reset. */
  readonly begun: (conversation: string) => Promise<boolean>;
};

/** The working copies of a run: one for each coder at work, and others, out of reach of any agent, to check and read in. */
export class Workspaces {
  readonly #options: Options;
  readonly #setups: Setups;
  readonly #free = new Map<string, string[]>();
  #count = 0;
  #needed: Promise<NeededFiles> | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#setups = new Setups(options);
  }

  /** The workspace of an attempt: set to its starting point, or as the attempt left it when it had begun before. */
  async coder(p: At<'coding'>, signal: AbortSignal): Promise<Opened> {
    const name = `w${String(p.slot)}`;
    const slot = this.#slot(name);
    const workspace = await this.#workspace(slot, { name, number: 2 * p.slot });
    const owner = path.join(this.#options.folder, `${name}.attempt`);
    const begun = await this.#options.begun(`${p.attempt}.coder`);
    if (begun && (await readSmall(owner)) === ownerOf(p)) {
      return { kind: 'open', workspace };
    }
    if (begun) {
      return { kind: 'lost', detail: 'The working copy of this attempt is gone, so it starts anew.' };
    }
    await writeSmall(owner, '');
    await slot.reset(p.from, { keep: this.#options.settings.keep });
    await (await this.#neededFiles()).into(slot.path);
    const unready = await this.#setups.prepare(slot, workspace, signal);
    if (unready) {
      return { kind: 'not_ready', detail: unready.tail };
    }
    await writeSmall(owner, ownerOf(p));
    return { kind: 'open', workspace };
  }

  /** A workspace at a commit for as long as it is held. `check` and `read` ones are never given to a coder. */
  async lease(kind: 'check' | 'read', commit: string): Promise<Lease> {
    const free = this.#free.get(kind) ?? [];
    this.#free.set(kind, free);
    const name = free.pop() ?? `${kind}${String(++this.#count)}`;
    const number = 2 * Number(name.slice(kind.length)) + 1;
    const slot = this.#slot(name);
    await slot.reset(commit, { keep: kind === 'check' ? this.#options.settings.keep : [] });
    await (kind === 'check' ? (await this.#neededFiles()).into(slot.path) : null);
    const workspace = await this.#workspace(slot, { name, number });
    return {
      ...workspace,
      prepare: async (signal) => this.#setups.prepare(slot, workspace, signal),
      release: async () => {
        free.push(name);
        return Promise.resolve();
      },
    };
  }

  #slot(name: string): Slot {
    const { git, folder, trash } = this.#options;
    return openSlot({
      git,
      trash,
      path: path.join(folder, name),
      indexFile: path.join(folder, `${name}.index`),
    });
  }

  async #neededFiles(): Promise<NeededFiles> {
    const { git, settings } = this.#options;
    this.#needed ??= neededFiles(git, settings.copy);
    return this.#needed;
  }

  async #workspace(slot: Slot, copy: Parameters<typeof surroundings>[1]): Promise<Workspace> {
    const { folder, env, fixed, settings } = this.#options;
    const own = await surroundings(folder, copy);
    const { paths } = await this.#neededFiles();
    return {
      root: slot.path,
      start: path.join(slot.path, settings.start),
      tree: slot.tree,
      env: { ...env, ...slot.environment, ...own, ...fixed },
      leave: [...settings.keep, ...paths],
    };
  }
}

const ownerOf = (p: At<'coding'>): string => `${p.attempt} ${p.base} ${p.from}`;
