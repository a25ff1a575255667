import { describe, expect, test } from 'vitest';
import { compress } from '../../../src/agent/tools/compress.ts';
import { TroubleLines } from '../../../src/agent/tools/trouble.ts';

const many = (count: number, line: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => line(index));

describe('what is said many times is said once', () => {
  test('equal lines', () => {
    expect(compress(['start', ...many(57, () => 'retrying'), 'end'].join('\n'))).toEqual({
      text: 'start\nretrying\n[the line above 57 times]\nend',
      isWhole: false,
    });
  });

  test('updates of a line, but for those that tell of trouble', () => {
    const bar = ['0%', '20%', 'error: cannot fetch', '60%', '80%', '100%'].join('\r');
    expect(compress(`before\n${bar}\nafter`).text).toBe(
      'before\n0%\n[3 updates of this line]\nerror: cannot fetch\n100%\nafter',
    );
  });

  test('stack frames in libraries', () => {
    const frames = many(9, (index) => `    at f${index} (/work/node_modules/x/index.js:${index}:1)`);
    const own = '    at mine (/work/src/a.ts:3:1)';
    expect(compress(['Error: no', own, ...frames, own].join('\n')).text.split('\n')).toEqual([
      'Error: no',
      own,
      ...frames.slice(0, 3),
      '[6 more frames in libraries]',
      own,
    ]);
  });

  test('paths below dependency folders', () => {
    const paths = many(50, (index) => `./node_modules/p${index}/index.js`);
    expect(compress(['./a.js', ...paths].join('\n')).text.split('\n')).toEqual([
      './a.js',
      ...paths.slice(0, 20),
      '[30 more paths below dependency folders]',
    ]);
  });

  test('the change of a lock file, up to where the change ends', () => {
    const lock = [
      'diff --git a/package-lock.json b/package-lock.json',
      'index 1..2',
      ...many(40, (index) => `+line ${index}`),
    ];
    const code = ['diff --git a/a.ts b/a.ts', '@@ -1 +1 @@', ...many(40, (index) => `+code ${index}`)];
    expect(compress([...code, ...lock, 'FAIL a.test.ts'].join('\n')).text.split('\n')).toEqual([
      ...code,
      lock[0],
      '[41 lines of changes]',
      'FAIL a.test.ts',
    ]);
  });
});

test.each([
  ['different lines', many(100, (index) => `line ${index}`).join('\n')],
  ['three equal lines', 'a\na\na\nb'],
  ['few updates', '1\r2\r3'],
  ['own stack frames', many(20, (index) => `    at f (/work/src/a.ts:${index}:1)`).join('\n')],
  ['Windows line ends', 'a\nb\n'],
  ['nothing', ''],
])('%s stay as they are', (_, text) => {
  expect(compress(text)).toEqual({ text, isWhole: true });
});

describe('lines that tell of trouble', () => {
  test.each([
    'src/a.ts(3,1): error TS2304: no',
    'E   AssertionError',
    ' ✗ works',
    'not ok 3 - x',
    'thread panicked at',
    'FAIL a.test.ts',
  ])('%s does', (line) => {
    const lines = new TroubleLines();
    lines.push(Buffer.from(`fine\n${line}\nfine\n`));
    expect(lines.between(1, 9)).toEqual([`2: ${line.trim()}`]);
  });

  test.each(['ok 3 - x', 'compiled 3 files', 'no terrors here'])('%s does not', (line) => {
    const lines = new TroubleLines();
    lines.push(Buffer.from(`${line}\n`));
    expect(lines.between(1, 9)).toEqual([]);
  });

  test('are caught across pieces, counted by line, the first and the last ones kept', () => {
    const lines = new TroubleLines();
    const text = many(1000, (index) => `error ${index} é`).join('\n') + '\n';
    for (const piece of text.match(/.{1,7}/gs) ?? []) {
      lines.push(Buffer.from(piece));
    }
    const caught = lines.between(1, 1000);
    expect(caught).toHaveLength(40);
    expect([caught[0], caught[19], caught[20], caught[39]]).toEqual([
      '1: error 0 é',
      '20: error 19 é',
      '981: error 980 é',
      '1000: error 999 é',
    ]);
    expect(lines.between(5, 6)).toEqual(['5: error 4 é', '6: error 5 é']);
  });
});
