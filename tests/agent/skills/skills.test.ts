import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { findSkills } from '../../../src/agent/skills/find-skills.ts';
import { skillTools } from '../../../src/agent/skills/skill-tool.ts';
import { never } from '../world.ts';

let base = '';
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'skills-'));
});
afterEach(() => {
  rmSync(base, { recursive: true, force: true });
});

function put(files: Readonly<Record<string, string | Buffer>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), content);
  }
}

const skill = (name: string, description: string, body = 'Do it.\n'): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}`;

const find = async (...folders: string[]) =>
  findSkills(
    folders.map((folder) => ({ root: join(base, 'repo'), folder })),
    parse,
  );

const ask = async (input: unknown) => {
  const { skills } = await find('.orchestrate/skills', '.claude/skills');
  const [tool] = skillTools(skills);
  expect(tool).toBeDefined();
  return tool?.run(input, { signal: never });
};

describe('the skills of a project and a user', () => {
  it('are found by their heads, whatever else lies there', async () => {
    put({
      'repo/.claude/skills/pdf/SKILL.md': skill('pdf', 'Reads "PDF" files: all of them'.replace(':', ',')),
      'repo/.claude/skills/sql/SKILL.md':
        '---\r\nname: sql\r\ndescription: >\r\n  Over two\r\n  lines\r\nlicense: MIT\r\n---\r\nBody',
      'repo/.claude/skills/notes.md': 'no skill',
      'repo/.claude/skills/empty/readme.md': 'no skill either',
    });
    const { skills, warnings } = await find('.claude/skills');
    expect(skills.map(({ name, description }) => [name, description])).toEqual([
      ['pdf', 'Reads "PDF" files, all of them'],
      ['sql', 'Over two lines'],
    ]);
    expect(warnings).toEqual([]);
  });

  it('are nothing where there are no folders', async () => {
    expect(await find('.claude/skills')).toEqual({ skills: [], warnings: [] });
    expect(skillTools([])).toEqual([]);
  });

  it('of one name are that of the earlier place', async () => {
    put({
      'repo/.orchestrate/skills/a/SKILL.md': skill('deploy', 'ours'),
      'repo/.claude/skills/b/SKILL.md': skill('deploy', 'theirs'),
    });
    const { skills } = await find('.orchestrate/skills', '.claude/skills');
    expect(skills.map((s) => s.description)).toEqual(['ours']);
  });

  it.each([
    ['no head', 'Just text.', 'does not begin with a head'],
    ['a head that never ends', '---\nname: a\n', 'does not begin with a head'],
    ['no description', '---\nname: a\n---\n', 'description'],
    ['a name with blanks', skill('My Skill', 'x'), 'lower-case'],
    ['a head that is no YAML', '---\nname: [a\n---\n', 'Flow sequence'],
    ['a head that is a list', '---\n- a\n---\n', 'expected object'],
  ])('with %s are left out, which is said', async (_, text, words) => {
    put({ 'repo/.claude/skills/a/SKILL.md': text, 'repo/.claude/skills/b/SKILL.md': skill('b', 'fine') });
    const { skills, warnings } = await find('.claude/skills');
    expect(skills.map((s) => s.name)).toEqual(['b']);
    expect(warnings).toEqual([expect.stringContaining(words)]);
    expect(warnings[0]).toContain('.claude/skills/a/SKILL.md: ');
  });

  it('are not read through links that lead out of the repository', async () => {
    put({ 'outside/SKILL.md': skill('secret', 'x'), 'repo/.claude/skills/ok/SKILL.md': skill('ok', 'x') });
    symlinkSync(join(base, 'outside'), join(base, 'repo/.claude/skills/link'));
    const { skills } = await find('.claude/skills');
    expect(skills.map((s) => s.name)).toEqual(['ok']);
  });
});

describe('the tool', () => {
  beforeEach(() => {
    put({
      'repo/.claude/skills/pdf/SKILL.md': skill('pdf', 'Reads PDF files.', '# PDF\n\nRun `extract.py`.\n'),
      'repo/.claude/skills/pdf/scripts/extract.py': 'print(1)\n',
      'repo/.claude/skills/pdf/logo.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1, 2]),
      'repo/.claude/skills/pdf/long.txt': 'x'.repeat(60_000),
      'repo/.env': 'KEY=1',
    });
  });

  it('offers names and descriptions, and nothing of the bodies', async () => {
    const { skills } = await find('.claude/skills');
    const [tool] = skillTools(skills);
    expect(tool?.spec.description).toContain('- pdf: Reads PDF files.');
    expect(JSON.stringify(tool?.spec)).not.toContain('extract.py');
    expect(tool?.reads).toBe(true);
  });

  it('gives the instructions with a list of the files, without the head', async () => {
    const result = await ask({ name: 'pdf' });
    expect(result?.text).toMatch(/^# PDF\n\nRun `extract\.py`\.\n\n\[files of this skill, in /);
    expect(result?.text).toContain('logo.png, long.txt, scripts/extract.py]');
  });

  it('gives a file when asked for', async () => {
    expect(await ask({ name: 'pdf', file: 'scripts/extract.py' })).toEqual({ ok: true, text: 'print(1)\n' });
    const long = await ask({ name: 'pdf', file: 'long.txt' });
    expect(long?.text).toContain('[10,000 more characters of long.txt left out]');
  });

  it.each([
    [{ name: 'word' }, 'There is no skill word. There are: pdf.'],
    [{ name: 'pdf', file: 'nothing.md' }, 'nothing.md'],
    [{ name: 'pdf', file: 'logo.png' }, 'logo.png is no text (8 bytes).'],
    [{ name: 'pdf', file: '../../../.env' }, '.env'],
    [{ name: 'pdf', file: '/etc/passwd' }, '/etc/passwd'],
    [{ file: 'x' }, 'name'],
  ])('refuses %j with words', async (input, words) => {
    const result = await ask(input);
    expect(result?.ok).toBe(false);
    expect(result?.text).toContain(words);
    expect(result?.text).not.toContain('KEY=1');
  });

  it('stays small however many skills there are', () => {
    const many = Array.from({ length: 200 }, (_, i) => ({
      name: `s${String(i)}`,
      description: 'word '.repeat(200),
      folder: '/',
    }));
    const [tool] = skillTools(many);
    expect(tool?.spec.description.length).toBeLessThan(9_000);
    expect(tool?.spec.description).toContain('s199');
  });
});
