import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rules, type RuleSource } from '../../../src/agent/rules/rules.ts';

const repository = (files: Readonly<Record<string, string>>, ...folders: string[]): RuleSource => ({
  read: async (path) => Promise.resolve(files[path] ?? null),
  list: async (folder) =>
    Promise.resolve(
      Object.keys(files)
        .filter((path) => path.startsWith(`${folder}/`))
        .map((path) => path.slice(folder.length + 1))
        .filter((name) => !name.includes('/')),
    ),
  folders,
});

describe('the rules of a repository', () => {
  it('are nothing where there are none', async () => {
    expect(await rules(repository({}, 'src'))).toEqual({ text: '', warnings: [], files: [] });
  });

  it('go from the root to the nearest folder, so that the nearest has the last word', async () => {
    const files = { 'AGENTS.md': 'Use tabs.\n', 'a/AGENTS.md': 'Use spaces.', 'a/b/c/AGENTS.md': 'Use two.' };
    expect(await rules(repository(files, 'a/b/c'))).toEqual({
      text: '# AGENTS.md\n\nUse tabs.\n\n# a/AGENTS.md\n\nUse spaces.\n\n# a/b/c/AGENTS.md\n\nUse two.\n',
      warnings: [],
      files: ['AGENTS.md', 'a/AGENTS.md', 'a/b/c/AGENTS.md'],
    });
  });

  it('are those of the folders in scope and of no others, each once', async () => {
    const files = {
      'AGENTS.md': 'r',
      'a/AGENTS.md': 'a',
      'b/AGENTS.md': 'b',
      'c/AGENTS.md': 'c',
      'a/x/AGENTS.md': 'x',
    };
    const found = await rules(repository(files, 'c', './a/x/', 'a', 'a/x'));
    expect(found.files).toEqual(['AGENTS.md', 'a/AGENTS.md', 'c/AGENTS.md', 'a/x/AGENTS.md']);
  });

  it('never come from outside', async () => {
    expect(
      (await rules(repository({ '../AGENTS.md': 'x', 'AGENTS.md': 'y' }, '..', 'a/../..'))).files,
    ).toEqual(['AGENTS.md']);
  });

  const others = {
    'CLAUDE.md': 'claude',
    '.cursorrules': 'cursor',
    '.cursor/rules/b.mdc': 'second',
    '.cursor/rules/a.md': 'first',
    '.cursor/rules/picture.png': 'no',
    '.github/copilot-instructions.md': 'copilot',
  };

  it.each([
    [['CLAUDE.md'], {}],
    [['.cursorrules'], { 'CLAUDE.md': '' }],
    [['.cursor/rules/a.md', '.cursor/rules/b.mdc'], { 'CLAUDE.md': ' \n', '.cursorrules': '' }],
    [
      ['.github/copilot-instructions.md'],
      { 'CLAUDE.md': '', '.cursorrules': '', '.cursor/rules/a.md': '', '.cursor/rules/b.mdc': '' },
    ],
    [['AGENTS.md'], { 'AGENTS.md': 'agents' }],
  ])('are read from %j where nothing better is there', async (files, instead) => {
    expect((await rules(repository({ ...others, ...instead }))).files).toEqual(files);
  });

  it('are chosen folder by folder', async () => {
    const files = {
      'AGENTS.md': 'root',
      'a/CLAUDE.md': 'a',
      'a/.github/copilot-instructions.md': 'no',
      'b/x': '',
    };
    expect((await rules(repository(files, 'a', 'b'))).files).toEqual(['AGENTS.md', 'a/CLAUDE.md']);
  });

  it('lose a byte order mark and the blanks around', async () => {
    expect((await rules(repository({ 'AGENTS.md': '\uFEFF\n\nUse tabs.\n\n' }))).text).toBe(
      '# AGENTS.md\n\nUse tabs.\n',
    );
  });

  it('are had without a file that cannot be read, which is said', async () => {
    const source = repository({ 'AGENTS.md': 'root' }, 'a');
    const broken = async (path: string) =>
      path === 'a/AGENTS.md' ? Promise.reject(new Error('permission denied')) : source.read(path);
    expect(await rules({ ...source, read: broken })).toMatchObject({
      files: ['AGENTS.md'],
      warnings: ['a/AGENTS.md could not be read: permission denied'],
    });
  });
});

describe('rules that are too long', () => {
  const long = Array.from(
    { length: 5_000 },
    (_, i) => `Rule ${String(i)}: no exceptions, not even on Fridays.`,
  ).join('\n');

  it('are cut between lines, which is said in the text and aloud', async () => {
    const { text, warnings } = await rules(repository({ 'AGENTS.md': long }));
    expect(Buffer.byteLength(text)).toBeLessThan(33 * 1024);
    expect(text).toContain('Rule 0: no exceptions, not even on Fridays.\n');
    expect(text).toMatch(
      /Fridays\.\n\[[\d,]+ bytes of AGENTS\.md left out here: read the file for the rest\]\n$/,
    );
    expect(warnings).toEqual([expect.stringMatching(/^AGENTS\.md is too long: [\d,]+ of its [\d,]+ bytes/)]);
  });

  it('leave the room to the nearest', async () => {
    const { text, warnings, files } = await rules(
      repository({ 'AGENTS.md': long, 'a/AGENTS.md': 'Use tabs.' }, 'a'),
    );
    expect(text.endsWith('# a/AGENTS.md\n\nUse tabs.\n')).toBe(true);
    expect(files).toEqual(['AGENTS.md', 'a/AGENTS.md']);
    expect(warnings).toHaveLength(1);
    const nearest = await rules(repository({ 'AGENTS.md': 'tabs '.repeat(50), 'a/AGENTS.md': long }, 'a'));
    expect(nearest.text).toContain('# AGENTS.md\n\n[249 bytes of AGENTS.md left out here');
    expect(nearest.warnings).toHaveLength(2);
  });

  it('say exactly how much is missing, in any script', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 900 }),
        fc.integer({ min: 1, max: 900 }),
        async (text, most) => {
          const clean = text.trim();
          fc.pre(clean !== '' && !clean.includes('\uFFFD'));
          const found = await rules({ ...repository({ 'AGENTS.md': clean }), most });
          const body = found.text.slice('# AGENTS.md\n\n'.length);
          const left = Number(
            /\[([\d,]+) bytes of AGENTS.md left out/.exec(body)?.[1]?.replaceAll(',', '') ?? 0,
          );
          expect(found.warnings).toHaveLength(left > 0 ? 1 : 0);
          expect(left > 0).toBe(Buffer.byteLength(clean) > most);
          const kept = body.replace(/\[[\d,]+ bytes of AGENTS.md left out.*/s, '');
          expect(clean.startsWith(kept.replace(/\n$/, ''))).toBe(true);
        },
      ),
      { numRuns: 100 },
    );
  });
});
