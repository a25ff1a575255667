import { createHash } from 'node:crypto';
import path from 'node:path';
import type { CheckResult } from '../domain/check.ts';
import type { Settings } from '../domain/settings.ts';
import { namesIn, readSmall, writeSmall } from '../io/small-file.ts';
import type { Slot } from '../io/slot.ts';
import { runCheck } from './check-commands.ts';
import type { Workspace } from './workspace.ts';

/** Files that say what a setup installs: when one changes, the setup runs again. */
const KEY_FILES = [
  'package.json',
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'bun.lock',
  'requirements.txt',
  'pyproject.toml',
  'poetry.lock',
  'uv.lock',
  'Cargo.lock',
  'go.sum',
  'composer.lock',
  'Gemfile.lock',
];

type Options = { readonly settings: Settings; readonly folder: string; readonly logs: string };

/** Runs the setup once for each working copy, and again when what it installs has changed. */
export class Setups {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Null when the copy is ready; else how the setup failed, as nobody's fault but the surroundings'. */
  async prepare(slot: Slot, workspace: Workspace, signal: AbortSignal): Promise<CheckResult | null> {
    const { settings, folder, logs } = this.#options;
    if (settings.setup === null) {
      return null;
    }
    const slotName = path.basename(slot.path);
    const marker = path.join(folder, `${slotName}.setup`);
    const key = await keyOf(settings.setup, workspace);
    const before = await namesOf(workspace);
    if (stillReady(await readSmall(marker), key, before)) {
      return null;
    }
    const result = await runCheck([settings.setup], {
      cwd: workspace.start,
      env: workspace.env,
      filter: workspace.filter,
      timeoutMs: settings.setupTimeoutMs,
      signal,
      leftovers: 'keep',
      wrap: workspace.wraps?.setup,
      log: () => path.join(logs, `setup.${slotName}.log`),
    });
    if (result.exitCode !== 0 || result.signal !== null) {
      return { ...result, status: 'environment', tail: unready(result) };
    }
    await slot.settle();
    const made = (await namesOf(workspace)).filter((name) => !before.includes(name));
    await writeSmall(marker, [key, ...made].join('\n'));
    return null;
  }
}

/** What a person needs to mend it: which command, how it ended, where its words are. */
function unready({ command, exitCode, signal, status, log, tail }: CheckResult): string {
  const how = status === 'timeout' ? 'took too long' : signal === null ? `exit ${String(exitCode)}` : signal;
  return `The setup failed (${how}): ${command}\nIts whole output: ${log ?? 'none'}\n${tail}`;
}

/** The same setup for the same key files, and everything that it made is still there. */
function stillReady(marker: string | null, key: string, names: readonly string[]): boolean {
  const [known, ...made] = (marker ?? '').split('\n');
  return known === key && made.every((name) => names.includes(name));
}

const namesOf = async ({ root, start }: Workspace): Promise<string[]> => [
  ...(await namesIn(root)),
  ...(start === root
    ? []
    : (await namesIn(start)).map((below) => path.join(path.relative(root, start), below))),
];

async function keyOf(command: string, workspace: Workspace): Promise<string> {
  const hash = createHash('sha256').update(`${workspace.wraps ? 'confined' : 'free'} ${command}`);
  for (const folder of new Set([workspace.root, workspace.start])) {
    for (const file of KEY_FILES) {
      hash.update(`\0${file}\0${(await readSmall(path.join(folder, file))) ?? ''}`);
    }
  }
  return hash.digest('hex');
}
