import { call, says } from '../../src/model/scripted.ts';
import { accepts, done, plans, type Session } from './session.ts';

const checkpoint = {
  id: 'c1',
  title: 'Let config files have comments',
  goal: 'parseConfig in src/config.js throws a SyntaxError for comment lines. Skip lines whose first character other than blanks is #. Drop a comment that follows a value, but leave a # inside double quotes alone. Line numbers in errors go on to count every line. Add tests to test/config.test.js and leave the present ones as they are.',
  acceptance: [
    'A line whose first character other than blanks is # is skipped.',
    'parseConfig gives 8080 for `port = 8080 # for now`.',
    'parseConfig gives #ff8800 for `color = "#ff8800" # orange`.',
    'The number in an error message counts comment lines, too.',
    'Each of these has a test, and the tests that were there are unchanged.',
  ],
  after: [],
  files: ['src/config.js', 'test/config.test.js'],
  covers: ['R1', 'R2', 'R3', 'R4'],
  difficulty: 'easy' as const,
};

const tests = `
test('skips comment lines', () => {
  assert.deepEqual(parseConfig('# a comment = no setting\\n  # indented\\nport = 8080'), { port: '8080' });
});

test('drops a comment after a value', () => {
  assert.deepEqual(parseConfig('port = 8080 # for now\\nempty = # nothing yet'), { port: '8080', empty: '' });
});

test('a # inside double quotes belongs to the value', () => {
  assert.deepEqual(parseConfig('color = "#ff8800" # orange\\ntag = "#1"'), { color: '#ff8800', tag: '#1' });
});

test('counts comment lines in the number of a wrong line', () => {
  assert.throws(() => parseConfig('# one\\n\\nnonsense'), { message: /^line 3: / });
});
`;

const lastTest = `    message: 'line 2: expected \`key = value\`, got \`nonsense\`',
  });
});
`;

export const bugfix: Session = {
  planner: [
    says(
      '',
      call('read', { path: 'src/config.js' }, 'read-1'),
      call('read', { path: 'test/config.test.js' }, 'read-2'),
    ),
    plans(
      [
        'Comment lines are skipped',
        'Comments after a value are dropped',
        'A # in double quotes belongs to the value',
        'Error messages count every line',
      ],
      checkpoint,
    ),
  ],

  'c1.a1.coder': [
    says(
      '',
      call('read', { path: 'src/config.js' }, 'read-1'),
      call('read', { path: 'test/config.test.js' }, 'read-2'),
      call('grep', { pattern: 'parseConfig' }, 'grep-1'),
    ),
    says(
      'The tests first, so that I see them fail.',
      call('edit', { path: 'test/config.test.js', old: lastTest, new: lastTest + tests }),
    ),
    says('', call('bash', { command: 'node --test' })),
    says(
      'All four new tests are red. A comment is what follows the first # outside of double quotes; cut there, a comment line is an empty line.',
      call('edit', {
        path: 'src/config.js',
        edits: [
          {
            old: "    if (line.trim() !== '') {\n      entries.push(readSetting(line, index + 1));\n",
            new: "    const setting = withoutComment(line);\n    if (setting.trim() !== '') {\n      entries.push(readSetting(setting, index + 1));\n",
          },
          {
            old: ' * Reads lines of `key = value`. Later lines win.',
            new: ' * Reads lines of `key = value`, with comments from a # that is not in double quotes. Later lines win.',
          },
          {
            old: 'const unquote =',
            new: '/** Quoted parts and everything else up to the first # outside of them; a quote that never closes is text. */\nconst withoutComment = (line) => /^(?:"[^"]*"|[^#])*/.exec(line)[0];\n\nconst unquote =',
          },
        ],
      }),
    ),
    says('', call('bash', { command: 'node --test' })),
    done(
      'parseConfig cuts each line at the first # outside of double quotes before it looks at it, so comment lines become empty ones and are skipped, and the line numbers stay. Four tests, each of them red before the change.',
    ),
  ],
  'c1.a1.reviewer': [
    says('', call('read', { path: 'src/config.js' })),
    accepts(checkpoint, {
      reason:
        'Comments are cut in one place, before a line is judged, and quoted text is stepped over whole.',
      evidence: [
        "withoutComment leaves nothing of such a line, and empty lines are skipped; 'skips comment lines' passed.",
        "'drops a comment after a value' passed with this very line.",
        'The pattern takes "…" as a whole; \'a # inside double quotes belongs to the value\' passed with this very line.',
        "index + 1 counts all lines of the split; 'counts comment lines in the number of a wrong line' passed with line 3.",
        'test/config.test.js gained four tests at its end and lost nothing; all eight passed.',
      ],
    }),
  ],
};
