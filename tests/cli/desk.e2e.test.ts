import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { inProcess } from './in-process.ts';
import { checkpoint, done, plans, scene, writes } from './scene.ts';

const Report = z.looseObject({
  exit: z.number(),
  checkpoints: z.array(z.looseObject({ id: z.string(), status: z.string() })),
});
const Called = z.looseObject({ moment: z.string(), exit: z.number().nullable(), detail: z.string() });

/** A run of two checkpoints that wait for their user, who has a hook for that; every command in this very process. */
async function desk() {
  const at = await scene({
    script: {
      planner: [plans(checkpoint('c1', { files: ['c.txt'] }), checkpoint('c2', { files: ['d.txt'] }))],
      'coder c1': (_, n) => (n % 2 === 1 ? writes('c.txt', `try ${String(n)}\n`) : done()),
      'coder c2': (_, n) => (n % 2 === 1 ? writes('d.txt', 'd\n') : done()),
    },
  });
  await at.repo.write('../config/orchestrate/config.yaml', 'hooks:\n  person: cat > "$HOME/called"\n');
  const records: { folder?: string } = {};
  const kept = async (name: string): Promise<string> => {
    records.folder ??= /^records: (\S+)/m.exec((await type('status')).stdout)?.[1] ?? '';
    return readFile(path.join(records.folder, name), 'utf8');
  };
  const type = async (...argv: string[]) => inProcess(argv, { cwd: at.repo.root, env: at.env });
  return {
    at,
    type,
    page: async () => kept('report.html'),
    /** What became of each checkpoint, as the report that lies with the records says. */
    reported: async () => {
      const { exit, checkpoints } = Report.parse(JSON.parse(await kept('report.json')));
      return [exit, ...checkpoints.map(({ id, status }) => `${id} ${status}`)];
    },
    called: async () => Called.parse(JSON.parse(await readFile(path.join(at.repo.home, 'called'), 'utf8'))),
  };
}

test(
  'a person is called, says no and yes, takes back and begins anew, and the reports follow',
  { timeout: 240_000 },
  async () => {
    const { at, type, reported, page, called } = await desk();
    const first = await type('spec.md', '--check', 'sh check.sh', '--approve', 'checkpoint', '--quiet');
    expect(first.exit).toBe(6);
    expect(await called()).toMatchObject({
      moment: 'person',
      exit: 6,
      detail: 'c1, c2 waits for your approval',
    });

    expect((await type('decline', 'Once more.')).stderr).toMatch(/Several wait .* c1, c2/);
    expect((await type('decline', 'c1', 'Once more.')).stderr).toMatch(/c1 goes back to its coder/);
    expect((await type('tell', 'c1', 'Be brief.')).stderr).toMatch(/brief of c1/);
    expect((await type('approve', 'c2')).stderr).toMatch(/c2 may land/);
    expect((await type('resume', '--quiet')).exit).toBe(6);
    const brief = at
      .sent('coder')
      .at(-1)
      ?.messages.map(({ content }) => content)
      .join('\n');
    expect(brief).toMatch(/Once more\.[^]*Be brief\.|Be brief\.[^]*Once more\./);
    expect((await type('approve')).exit).toBe(0);
    expect((await type('resume', '--quiet')).exit).toBe(0);
    expect(await reported()).toEqual([0, 'c1 landed', 'c2 landed']);
    const before = await page();

    const undone = await type('undo', 'c1');
    expect({ exit: undone.exit, said: undone.stdout }).toEqual({
      exit: 0,
      said: expect.stringMatching(/c1 is taken back: .* is now at/) as unknown,
    });
    expect((await reported()).slice(1)).toEqual(['c1 blocked', 'c2 landed']);
    expect(await page()).not.toBe(before);
    expect((await type('undo', 'c1')).stderr).toMatch(/c1/);
    expect(await at.files()).not.toContain('c.txt');

    expect((await type('resume', '--quiet')).exit).toBe(1);
    expect((await type('retry', 'c1')).stderr).toMatch(/c1 begins anew/);
    expect((await reported()).slice(1)).toEqual(['c1 open', 'c2 landed']);
    expect((await type('pause')).stderr).toMatch(/not under way/);
    expect((await type('skip', 'c1')).stderr).toMatch(/c1 is set aside/);
    expect((await type('resume', '--quiet')).exit).toBe(1);

    expect((await type('clean')).stdout).toMatch(
      /not merged anywhere[^]*kept; remove it all the same with --force/,
    );
    expect((await type('clean', '--yes', '--force')).stdout).toMatch(/\d+ refs\n[^]*  removed\n/);
    expect(await at.repo.git('for-each-ref', 'refs/orchestrate/')).toBe('');
    expect((await type('status')).stderr).toMatch(/no run in this repository yet/);
  },
);
