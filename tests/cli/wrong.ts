import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { makeRepo } from '../run/repo.ts';
import { endpoint } from './endpoint.ts';
import { inProcess } from './in-process.ts';

const CHECKPOINTS = ['c1', 'c2', 'c3'].map((id) => ({
  id,
  title: `Part ${id}`,
  goal: 'Do it.',
  acceptance: ['it is done'],
  files: [],
  after: [],
  covers: ['R1'],
  difficulty: 'easy',
}));
const PLAN = { requirements: [{ id: 'R1', text: 'all of it' }], checkpoints: CHECKPOINTS };

const FILES = {
  'spec.md': '# Change\n\n1. Change it.\n',
  'specs/todo.md': '# Todo\n\nDo it.\n',
  'specs/other.md': '# Other\n\nDo it.\n',
  'empty.md': '',
  'picture.md': '\u0089PNG\u0000\u0000',
};

/** A call that cannot be carried out, and what is to be said of it. `RUN` in it is the run that waits. */
export type Wrong = {
  readonly argv: string;
  readonly exit?: number;
  readonly says: readonly RegExp[];
  /** Files of the repository, there for this call only. */
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** In a folder that is in no repository. */
  readonly plain?: true;
};

/** The same with every word of it expected. */
export const wanted = ({ exit = 2, says }: Wrong): { readonly exit: number; readonly stderr: unknown } => ({
  exit,
  stderr: expect.stringMatching(new RegExp(says.map(({ source }) => `(?=[^]*${source})`).join(''))),
});

/** A repository in which a run waits for the approval of its plan. */
export async function wrongWorld() {
  const repo = await makeRepo(FILES);
  const server = await endpoint(() => ({ calls: [{ name: 'finish', arguments: PLAN }] }));
  const plain = path.join(repo.home, 'plain');
  await mkdir(plain);
  const env = {
    ...repo.env,
    OPENAI_BASE_URL: server.url,
    OPENAI_API_KEY: 'none',
    OPENAI_MODEL: 'test-model',
  };
  const planned = await inProcess(['plan', 'spec.md', '--check', 'true'], { cwd: repo.root, env });
  const run = /resume (\S+)/.exec(planned.stderr)?.[1] ?? planned.stderr;
  return {
    planFile: /: (\S+plan\.yaml)/.exec(planned.stderr)?.[1] ?? '',
    told: async ({ argv, files = {}, env: more = {}, plain: outside }: Omit<Wrong, 'says'>) => {
      const written = Object.entries(files).map(
        ([name, text]) => [path.join(repo.root, name), text] as const,
      );
      for (const [file, text] of written) {
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, text);
      }
      const words = argv.match(/"[^"]*"|\S+/g) ?? [];
      const { exit, stderr } = await inProcess(
        words.map((word) => word.replaceAll('"', '').replace('RUN', run)),
        { cwd: outside ? plain : repo.root, env: { ...env, ...more } },
      );
      await Promise.all(written.map(async ([file]) => rm(file)));
      return { exit, stderr };
    },
    close: async () => {
      await server.close();
      await repo.remove();
    },
  };
}
export type WrongWorld = Awaited<ReturnType<typeof wrongWorld>>;
