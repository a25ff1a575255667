import { expect, it } from 'vitest';
import { manualOf } from '../../../src/cli/tree/manual.ts';
import { everyNode, type Node } from '../../../src/cli/tree/tree.ts';
import { program } from './program.ts';

const node = (more: Partial<Node>): Node => ({
  name: 'tool',
  path: ['tool'],
  says: 'Does it.',
  usage: '',
  operands: [],
  flags: [],
  commands: [],
  ...more,
});

const page = (tree: Node, more = ''): string => manualOf(tree, { version: '1.2.3', more });

it('has a section for every command with its flags', () => {
  const text = page(program).replaceAll(String.raw`\-`, '-');
  for (const { path, flags } of everyNode(program).slice(1)) {
    expect(text).toContain(`.SS ${path.join(' ')}`);
    for (const { names } of flags) {
      expect(text).toContain(`\\fB${names.join(', ')}\\fR`);
    }
  }
});

it('says what a command takes', () => {
  const operands = [
    { name: 'spec', says: 'a file', choices: [], required: true, many: false },
    { name: 'numbers', says: '', choices: [], required: false, many: true },
  ];
  const flag = { names: ['-o', '--only'], takes: 'what', says: 'take', choices: ['a', 'b'] };
  const text = page(
    node({
      commands: [node({ path: ['tool', 'go'], usage: '<spec> [numbers...]', operands, flags: [flag] })],
    }),
  );
  expect(text).toContain('.SS tool go <spec> [numbers...]\nDoes it.\n.TP\n.I spec\na file\n');
  expect(text).toContain('.TP\n\\fB\\-o, \\-\\-only\\fR \\fIwhat\\fR\ntake: a, b\n');
});

it('takes examples and exit codes over as they stand', () => {
  expect(page(node({}), '\nExamples:\n  tool a\n\nExit codes:\n  0 well\n')).toContain(
    '.SH EXAMPLES\n.nf\n  tool a\n.fi\n.SH EXIT CODES\n.nf\n  0 well\n.fi\n',
  );
});

it.each([
  ['.starts with a point', String.raw`\&.starts with a point.`],
  ["'quoted'", String.raw`\&'quoted'.`],
  [String.raw`a\b`, String.raw`A\eb.`],
])('no text can be taken for a request: %s', (says, line) => {
  expect(page(node({ commands: [node({ path: ['tool', 'go'], says })] }))).toContain(`\n${line}\n`);
});
