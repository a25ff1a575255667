import { cp, mkdtemp, readFile, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packageRoot } from '../../config/package-root.ts';
import { commitAll, initRepository } from '../../io/git/init.ts';
import { repositoryState, stateRoot } from '../../io/state.ts';
import { inOrder } from '../../model/in-order.ts';
import { replay } from '../../model/replay.ts';
import type { Models } from '../../run/models.ts';
import { carry } from '../carry.ts';
import { openNew } from '../opening.ts';
import { livePaths } from '../recording.ts';
import { openScreen } from '../screen.ts';
import type { Shell } from '../shell.ts';

/** So that a person can follow; the whole stays well under twenty seconds. */
const PACE_MS = 120;

export type DemoFlags = {
  /** Confines the commands, as those of any other run. */
  readonly sandbox?: boolean;
};

/** `orchestrate demo`: a run whose models are a recording and in which everything else is real. */
export async function demo({ sandbox = false }: DemoFlags, shell: Shell): Promise<number> {
  shell.err(
    `The models' replies in this demo are recorded; git, working copies, tools, tests and the gate are real. ${sandbox ? 'Its commands run in the sandbox.' : 'It needs no sandbox and uses none: its commands are known.'}\n`,
  );
  const folder = path.join(await realpath(await mkdtemp(path.join(tmpdir(), 'orchestrate-demo-'))), 'till');
  const source = path.join(packageRoot(), 'specs', 'demo');
  await cp(path.join(source, 'project'), folder, { recursive: true });
  const env = plainEnvironment(shell);
  await initRepository(folder, env);
  await commitAll(folder, { env, message: 'A till' });
  const screen = openScreen(shell, {});
  try {
    const opened = await openNew(
      {
        cwd: folder,
        env,
        version: shell.version,
        spec: { bytes: await readFile(path.join(source, 'spec.md')), source: 'spec.md' },
        // Replies that are known run known commands.
        ...(sandbox ? {} : { unconfined: 'harmless' as const }),
        models: await recordedModels(source, folder, env),
      },
      { onNotice: screen.notice, onSecrets: shell.hide },
    );
    const code = await carry(opened, shell, { screen, flags: {} });
    shell.err(code === 0 ? lookAround(folder, opened.run.branch) : AGAIN);
    return code;
  } finally {
    screen.close();
  }
}

const AGAIN = '\nA demo is not resumed, its recording is over with it. Start it again: orchestrate demo\n';

/** The program by its path: who tries the demo has not put it on theirs yet. */
function lookAround(folder: string, branch: string): string {
  const program = `node ${quoted(path.join(packageRoot(), 'bin', 'orchestrate.mjs'))}`;
  return [
    '',
    `Look around: cd ${quoted(folder)}`,
    `  git log --oneline --graph ${branch}`,
    `  ${program} show c2      how the first try was sent back`,
    `  ${program} status`,
    `  ${program} clean --yes --force      when you have seen enough`,
    '',
  ].join('\n');
}

const quoted = (text: string): string =>
  /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** Nothing of the user's settings counts here: the recording knows none of them. */
function plainEnvironment({ env }: Shell): Record<string, string> {
  const names = ['PATH', 'HOME', 'USERPROFILE', 'LOCALAPPDATA', 'XDG_STATE_HOME', 'LANG', 'TMPDIR'];
  const kept = names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const]));
  return { ...Object.fromEntries(kept), XDG_CONFIG_HOME: '/nonexistent', OPENAI_MODEL: 'recorded' };
}

async function recordedModels(source: string, root: string, env: Record<string, string>): Promise<Models> {
  const text = await readFile(path.join(source, 'session.jsonl'), 'utf8');
  const { slots } = await repositoryState(stateRoot(env), path.join(root, '.git'));
  const recording = replay(text, livePaths({ slots, root }));
  const model = inOrder(recording, { paceMs: PACE_MS });
  return ({ conversation }) => model(conversation);
}
