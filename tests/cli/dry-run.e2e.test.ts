import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { FILES, scene, expectExit } from './scene.ts';

/** Nobody answers there: whoever asked a model would fail. */
const NOWHERE = { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' };

test.concurrent(
  'a dry run tells plan, routes and sizes of prompts, asks nobody and writes nothing',
  async () => {
    const roles = 'roles: { coder: { model: { easy: [small, large], medium: large, hard: large } } }';
    const models = 'models: { small: {}, large: {}, test-model: {} }';
    const at = await scene({ files: { ...FILES, 'agents.yaml': `${models}\n${roles}\n` } });
    const ran = await at.run(['spec.md', '--check', 'sh check.sh', '--dry-run'], { env: NOWHERE });
    expectExit(ran, 0);
    expect(ran.stdout).toMatch(/^check +sh check\.sh$/m);
    expect(ran.stdout).toMatch(/^plan +by the planner/m);
    expect(ran.stdout).toMatch(
      /^coder +easy: small, then large; medium: large; hard: large · [\d,.k]+ tokens/m,
    );
    expect(ran.stdout).toMatch(/^reviewer +test-model · [\d,.k]+ tokens of prompt and tools · \d+ turns$/m);
    expect(at.server.requests).toEqual([]);
    expect(existsSync(path.join(at.repo.home, 'state'))).toBe(false);
  },
);

test.concurrent('as a record it has figures, and what is lacking gives its code', async () => {
  const at = await scene();
  const one = await at.run(['spec.md', '--no-plan', '--dry-run', '--json'], { env: NOWHERE });
  expectExit(one, 0);
  expect(one.records).toMatchObject([
    { type: 'dry-run', plan: 'the whole spec as one checkpoint', roles: [{ role: 'planner' }, {}, {}] },
  ]);
  const lacking = await at.run(['spec.md', '--dry-run'], { env: { OPENAI_MODEL: '', OPENAI_API_KEY: '' } });
  expectExit(lacking, 3);
  expect(lacking.stdout).toMatch(/^lacks: /m);
});
