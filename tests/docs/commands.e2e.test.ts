import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import type { Answer, Sent } from '../cli/endpoint.ts';
import { bin } from '../cli/program.ts';
import {
  accepts,
  call,
  checkpoint,
  done,
  expectExit,
  FILES,
  plans,
  says,
  scene,
  writes,
} from '../cli/scene.ts';
import { isRun, pages } from './pages.ts';

const PACKAGE = '{ "name": "it", "scripts": { "test": "sh check.sh" } }\n';

/** Any number of runs: each writes another file. */
const coder = ({ messages }: Sent, n: number): Answer =>
  messages.at(-1)?.role === 'tool' ? done() : writes(`file-${String(n)}.txt`, 'new\n');

/** A reviewer, and whoever the doctor asks: to call a tool, to say something. */
const others = ({ tools = [] }: Sent): Answer => {
  const names = new Set(tools.map((tool) => tool.function.name));
  return names.has('finish')
    ? accepts()
    : names.has('report')
      ? call('report', { word: 'ready' })
      : says('one');
};

/** A repository in which one run has ended, with the program on the path. */
async function desk() {
  const at = await scene({
    files: { ...FILES, 'package.json': PACKAGE },
    script: { planner: () => plans(checkpoint('c1')), coder, reviewer: others },
  });
  const own = path.join(at.repo.home, 'bin');
  await mkdir(own);
  const shim = path.join(own, 'orchestrate');
  await writeFile(shim, `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`);
  await chmod(shim, 0o755);
  expectExit(await at.run(['spec.md', '--check', 'sh check.sh']), 0);
  const env = { ...at.env, PATH: `${own}:${path.dirname(process.execPath)}:${at.repo.env['PATH'] ?? ''}` };
  return async (script: string) => {
    const ran = await execa('bash', ['-eu', '-o', 'pipefail', '-c', script], {
      cwd: at.repo.root,
      env,
      extendEnv: false,
      reject: false,
      stdin: 'ignore',
    });
    // What a block leaves behind is not in the way of the next one.
    await at.repo.git('checkout', '-q', '--force', 'main');
    await at.repo.git('clean', '-fdq', '-e', 'spec.md');
    return ran;
  };
}

describe.concurrent.each(pages.filter(({ blocks }) => blocks.some(isRun)))('$name', ({ name, blocks }) => {
  test('every command runs as it is written', { timeout: 240_000 }, async () => {
    const run = await desk();
    for (const { text, line } of blocks.filter(isRun)) {
      const { exitCode, stderr } = await run(text);
      expect(`${name}:${String(line)} exit ${String(exitCode)}${exitCode === 0 ? '' : `\n${stderr}`}`).toBe(
        `${name}:${String(line)} exit 0`,
      );
    }
  });
});
