import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { call, done, wholeRun } from '../agent/whole-run.ts';

const desk = path.resolve(import.meta.dirname, '../agent/mcp/desk.mjs');
const server = (more = ''): string =>
  `mcp:\n  desk:\n    command: ${process.execPath}\n    args: [${desk}, serve]\n${more}`;
const OWN = ['read', 'write', 'edit', 'bash', 'grep', 'glob', 'list', 'outline', 'note'];
const skill = (name: string, body: string): string =>
  `---\nname: ${name}\ndescription: How ${name} is done here.\n---\n${body}\n`;
const write = call('write', { path: 'b.txt', content: 'two\n' });

describe('the tools of a run', () => {
  it('are the role’s own where nothing more is configured', async () => {
    const run = await wholeRun({ says: { coder: [write, done] } });
    expect(run.exit).toBe(0);
    expect(run.tools('coder')).toEqual([...OWN, 'finish']);
  });

  it('include skills of the project and the user, read when they are asked for; the user’s counts before', async () => {
    const run = await wholeRun({
      files: {
        '.orchestrate/skills/release/SKILL.md': skill('release', 'Of the project.'),
        '.claude/skills/tests/SKILL.md': skill('tests', 'Write them first.'),
        '.claude/skills/broken/SKILL.md': 'no head\n',
      },
      own: { 'skills/release/SKILL.md': skill('release', 'Of the user.') },
      says: {
        coder: [call('skill', { name: 'tests' }), call('skill', { name: 'release' }), write, done],
      },
    });
    expect(run.exit).toBe(0);
    expect(run.tools('coder')).toEqual([...OWN, 'skill', 'finish']);
    expect(run.told('coder', 2)).toContain('Write them first.');
    expect(run.told('coder', 3)).toContain('Of the user.');
    expect(run.notices).toContainEqual(expect.stringContaining('.claude/skills/broken/SKILL.md: '));
  });

  it('stand behind one when a server brings many, and the server ends with the attempt', async () => {
    const run = await wholeRun({
      config: server('    environment: [DESK_MARK]\n'),
      env: { DESK_MARK: 'oak' },
      says: {
        coder: [
          call('more', { domain: 'desk' }),
          call('more', { tool: 'desk_add', input: { a: 2, b: 3 } }),
          call('more', { tool: 'desk_say_env' }),
          write,
          done,
        ],
      },
    });
    expect(run.exit).toBe(0);
    expect(run.tools('coder')).toEqual([...OWN, 'more', 'finish']);
    expect(run.told('coder', 2)).toContain('desk_add: Adds two numbers.');
    expect(run.told('coder', 3)).toMatch(/^<untrusted-desk id="\w+">\n5\n/);
    expect(run.told('coder', 4)).toContain('"DESK_MARK":"oak"');
    expect(run.told('coder', 4)).not.toContain('OPENAI_API_KEY');
    expect(await processesOf(desk)).toEqual([]);
  });

  it('stand beside the others when they are few or named, and a role that only looks gets what only looks', async () => {
    const run = await wholeRun({
      config: server(),
      agents: 'roles: { coder: { tools: [read, write, desk_add, grep] } }\n',
      plan: true,
      says: {
        planner: [call('desk_add', { a: 1, b: 1 }), call('finish', { question: 'Which?' })],
      },
    });
    expect(run.exit).toBe(6);
    expect(run.tools('planner')).toEqual(['read', 'grep', 'glob', 'list', 'desk_add', 'finish']);
    expect(run.told('planner', 2)).toContain('2');
    const named = await wholeRun({
      config: server(),
      agents: 'roles: { coder: { tools: [read, write, desk_add, grep] } }\n',
      says: { coder: [write, done] },
    });
    expect(named.tools('coder')).toEqual(['read', 'write', 'desk_add', 'grep', 'more', 'finish']);
  });

  it('go on without a server that fails, and a person is told', async () => {
    const run = await wholeRun({
      config: 'mcp: { gone: { command: /nowhere/gone } }\n',
      says: { coder: [write, done] },
    });
    expect(run.exit).toBe(0);
    expect(run.tools('coder')).toEqual([...OWN, 'finish']);
    expect(run.notices).toContainEqual(expect.stringMatching(/MCP server gone: .*ENOENT/));
  });

  it('never come from the repository’s file', async () => {
    const run = await wholeRun({ agents: server(), says: { coder: [write, done] } });
    expect(run.tools('coder')).toEqual([...OWN, 'finish']);
    expect(run.notices).toContainEqual(expect.stringMatching(/agents\.yaml:2:3: mcp\.desk is ignored/));
  });

  test.each([
    ['gerp', /agents\.yaml:1:34: roles\.coder\.tools\[1\]: there is no tool gerp; did you mean grep\?/],
    ['desk_add', /there is no tool desk_add/],
  ])('are looked up before anything is asked: %s', async (name, words) => {
    const agents = `roles: { coder: { tools: [write, ${name}] } }\n`;
    await expect(wholeRun({ agents, says: {} })).rejects.toThrow(words);
  });
});

test('a model that edits by patches gets that tool in the place of the other, and its patches land', async () => {
  const patch =
    '*** Begin Patch\n*** Update File: a.txt\n@@\n-one\n+uno\n*** Add File: c.txt\n+new\n*** End Patch';
  const run = await wholeRun({
    agents: 'models: { test-model: { edit: apply_patch } }\n',
    says: { coder: [call('apply_patch', { patch }), done] },
  });
  expect(run.exit).toBe(0);
  expect(run.tools('coder')).toEqual(
    OWN.map((name) => (name === 'edit' ? 'apply_patch' : name)).concat('finish'),
  );
  expect(await run.git('show', `${run.branch}:a.txt`)).toBe('uno');
  expect(await run.git('show', `${run.branch}:c.txt`)).toBe('new');
});

test('outline serves a role that names it', async () => {
  const run = await wholeRun({
    files: { 'a.ts': 'export class Till {\n  open(): void {}\n}\n' },
    agents: 'roles: { coder: { tools: [read, write, outline] } }\n',
    says: { coder: [call('outline', { path: 'a.ts' }), write, done] },
  });
  expect(run.exit).toBe(0);
  expect(run.told('coder', 2)).toMatch(/1.*Till[\s\S]*2.*open/);
});

test('what runs in the background ends with the attempt, however it hides', async () => {
  const mark = 'sleep 4711.25';
  const run = await wholeRun({
    says: {
      coder: [
        call('bash', { command: mark, background: true }),
        call('bash', { command: `(setsid nohup ${mark} >/dev/null 2>&1 &) ; echo started` }),
        write,
        done,
      ],
    },
  });
  expect(run.exit).toBe(0);
  expect(run.told('coder', 2)).toContain('job 1 runs in the background');
  expect(await processesOf(mark)).toEqual([]);
});

/** Command lines of the processes that hold these words, by way of /proc. */
async function processesOf(words: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    ids.map(async (id) =>
      (await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' '),
    ),
  );
  return lines.filter((line) => line.includes(words));
}
