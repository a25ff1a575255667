import path from 'node:path';
import type { CheckResult } from '../domain/check.ts';
import type { At } from '../domain/progress.ts';
import type { Filter } from '../domain/redaction/stream.ts';
import type { Settings } from '../domain/settings.ts';
import type { Git } from '../io/git/call.ts';
import { makeFolder, readSmall, writeSmall } from '../io/small-file.ts';
import { openSlot, type Slot } from '../io/slot.ts';
import { toTrash } from '../io/slot-trash.ts';
import { type Confine, historyOf, keptPaths, type Wraps, wrapsOf } from './confine.ts';
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
  /** Makes what hides secrets in the output of commands. */
  readonly filter: () => Filter;
  /** Environment of commands, free of secrets. */
  readonly env: Readonly<Record<string, string>>;
  /** Variables that are the same in every copy because the user says so. */
  readonly fixed: Readonly<Record<string, string>>;
  readonly settings: Settings;
  readonly confine?: Confine;
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
    const owner = this.#ownerFile(name);
    const begun = await this.#options.begun(`${p.attempt}.coder`);
    if (begun && (await readSmall(owner)) === ownerOf(p)) {
      const workspace = await this.#workspace(slot, { name, number: 2 * p.slot }, await this.#ofCoder(p));
      return { kind: 'open', workspace };
    }
    if (begun) {
      return { kind: 'lost', detail: 'The working copy of this attempt is gone, so it starts anew.' };
    }
    await writeSmall(owner, '');
    await this.#sweep(name);
    await slot.reset(p.from, { keep: this.#options.settings.keep });
    await (await this.#neededFiles()).into(slot.path);
    const workspace = await this.#workspace(slot, { name, number: 2 * p.slot }, await this.#ofCoder(p));
    const unready = await this.#setups.prepare(slot, workspace, signal);
    if (unready) {
      return { kind: 'not_ready', detail: unready.tail };
    }
    await writeSmall(owner, ownerOf(p));
    return { kind: 'open', workspace };
  }

  /** The workspace of an attempt as it was left; null where it has not begun, or its files are gone. */
  async begun(p: At<'coding'>): Promise<Workspace | null> {
    const name = `w${String(p.slot)}`;
    const begun = await this.#options.begun(`${p.attempt}.coder`);
    return begun && (await readSmall(this.#ownerFile(name))) === ownerOf(p)
      ? this.#workspace(this.#slot(name), { name, number: 2 * p.slot })
      : null;
  }

  /** A workspace at a commit for as long as it is held. `check` and `read` ones are never given to a coder. */
  async lease(kind: 'check' | 'read', commit: string): Promise<Lease> {
    const free = this.#free.get(kind) ?? [];
    this.#free.set(kind, free);
    const name = free.pop() ?? `${kind}${String(++this.#count)}`;
    const number = 2 * Number(name.slice(kind.length)) + 1;
    const slot = this.#slot(name);
    await this.#sweep(name);
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

  /** Says whose files lie in a slot. */
  #ownerFile(name: string): string {
    return path.join(this.#options.folder, `${name}.attempt`);
  }

  /** What a coder's commands may read and never write: its own logs, and what only a person may change. */
  async #ofCoder(p: At<'coding'>): Promise<string[]> {
    const { git, settings, confine, logs, folder } = this.#options;
    const root = path.join(folder, `w${String(p.slot)}`);
    const kept = confine ? await keptPaths(git, p.from, settings) : [];
    return [path.join(logs, p.attempt), ...kept.map((below) => path.join(root, below))];
  }

  /** What earlier users of a copy left outside of it; the home holds what the setup made, where there is one. */
  async #sweep(name: string): Promise<void> {
    const { folder, trash, settings } = this.#options;
    await toTrash(trash, path.join(folder, `${name}.tmp`));
    await (settings.setup === null ? toTrash(trash, path.join(folder, `${name}.home`)) : null);
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

  async #workspace(
    slot: Slot,
    copy: Parameters<typeof surroundings>[1],
    readOnly: readonly string[] = [],
  ): Promise<Workspace> {
    const { folder, env, fixed, settings } = this.#options;
    const own = await surroundings(folder, copy);
    const { paths } = await this.#neededFiles();
    const wraps = await this.#wraps(slot, { name: copy.name, temporary: own.TMPDIR }, readOnly);
    return {
      root: slot.path,
      start: path.join(slot.path, settings.start),
      tree: slot.tree,
      filter: this.#options.filter,
      env: { ...env, ...slot.environment, ...own, ...fixed },
      leave: [...settings.keep, ...paths],
      ...(wraps ? { wraps } : {}),
    };
  }

  async #wraps(
    slot: Slot,
    { name, temporary }: { readonly name: string; readonly temporary: string },
    readOnly: readonly string[],
  ): Promise<Wraps | undefined> {
    const { folder, git, confine } = this.#options;
    if (!confine) {
      return undefined;
    }
    const home = path.join(folder, `${name}.home`);
    await makeFolder(home);
    const shown = [...(await historyOf(git)), ...readOnly];
    return wrapsOf(confine, { root: slot.path, temporary, home, readOnly: shown });
  }
}

const ownerOf = (p: At<'coding'>): string => `${p.attempt} ${p.base} ${p.from}`;
