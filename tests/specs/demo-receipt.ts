import { call, says } from '../../src/model/scripted.ts';
import { accepts, done, type Session } from './session.ts';

export const checkpoint = {
  id: 'c3',
  title: 'Print a receipt',
  goal: 'Add src/receipt.js with a named export `receipt(cart, percent)` that returns the text to print for a cart of src/cart.js: one line for each item with its name, quantity and price, and amount; a discount line if there is a discount; a line with the total. Names start at the left edge, and amounts end in the same column. Use `total` of src/cart.js, `discount` of src/discount.js, and `format` of src/money.js. No discount when `percent` is left out. Put its tests into test/receipt.test.js.',
  acceptance: [
    'Each item has one line with name, quantity and price, and amount; names start at the left edge and amounts end in the same column.',
    'With a discount there is a line that shows the percentage and what is taken off; without one there is none.',
    'The last line is the total after the discount.',
    'Amounts come from discount, total and format of the other modules, and test/receipt.test.js compares whole receipts.',
  ],
  after: ['c1', 'c2'],
  files: ['src/receipt.js', 'test/receipt.test.js'],
  covers: ['R3'],
  difficulty: 'medium' as const,
};

const source = `import { total } from './cart.js';
import { discount } from './discount.js';
import { format } from './money.js';

/** The text to print: a line for each item, one for the discount if there is any, and the total. */
export function receipt(cart, percent = 0) {
  const sum = total(cart);
  const off = discount(sum, percent);
  return align([
    ...cart.map(({ name, quantity, cents }) => [
      name,
      \`\${quantity} x \${format(cents)}\`,
      format(quantity * cents),
    ]),
    ...(off > 0 ? [['Discount', \`\${percent} %\`, format(-off)]] : []),
    ['Total', '', format(sum - off)],
  ]);
}

/** Rows of three texts as lines: the first to the left, the others to the right of their columns. */
function align(rows) {
  const [first, second, third] = [0, 1, 2].map((i) => Math.max(...rows.map((row) => row[i].length)));
  return rows
    .map(([a, b, c]) => \`\${a.padEnd(first)}  \${b.padStart(second)}  \${c.padStart(third)}\\n\`)
    .join('');
}
`;

const tests = `import assert from 'node:assert/strict';
import { test } from './harness.js';
import { add } from '../src/cart.js';
import { receipt } from '../src/receipt.js';

const coffee = add([], { name: 'Coffee', price: '2.5', quantity: 2 });
const cart = add(coffee, { name: 'Cake', price: '13.20' });

test('prints aligned items and the total', () => {
  assert.equal(
    receipt(cart),
    [
      'Coffee   2 x 2.50   5.00',
      'Cake    1 x 13.20  13.20',
      'Total              18.20',
      '',
    ].join('\\n'),
  );
});

test('prints what is taken off, and the total without it', () => {
  assert.equal(
    receipt(cart, 12.5),
    [
      'Coffee     2 x 2.50   5.00',
      'Cake      1 x 13.20  13.20',
      'Discount     12.5 %  -2.28',
      'Total                15.92',
      '',
    ].join('\\n'),
  );
});

test('an empty cart has a total', () => {
  assert.equal(receipt([], 10), 'Total    0.00\\n');
});
`;

export const session: Session = {
  'c3.a1.coder': [
    says(
      '',
      call('read', { path: 'src/cart.js' }, 'read-1'),
      call('read', { path: 'src/discount.js' }, 'read-2'),
      call('read', { path: 'src/money.js' }, 'read-3'),
      call('read', { path: 'test/cart.test.js' }, 'read-4'),
    ),
    says(
      '',
      call('write', { path: 'src/receipt.js', content: source }, 'write-1'),
      call('write', { path: 'test/receipt.test.js', content: tests }, 'write-2'),
    ),
    says('', call('bash', { command: 'node test/run.js' })),
    done(
      'receipt builds rows of name, detail and amount and aligns them in one place. The sum, the discount and the written form of amounts come from the other modules. Three tests compare whole receipts.',
    ),
  ],
  'c3.a1.reviewer': [
    says(
      '',
      call('read', { path: 'src/receipt.js' }, 'read-1'),
      call('read', { path: 'src/discount.js' }, 'read-2'),
    ),
    accepts(checkpoint, {
      reason:
        'The receipt is built from the modules that are there, and the tests compare it character by character.',
      evidence: [
        "align() pads the first column on the right and the others on the left; 'prints aligned items and the total' passed.",
        "The line depends on off > 0; 'prints what is taken off, and the total without it' has it, 'prints aligned items and the total' does not, and both passed.",
        'The last row is Total with sum - off; 15.92 of 18.20 at 12.5 % in the passed test (2.275 rounded up to 2.28).',
        'src/receipt.js imports total, discount and format and does no rounding of its own; three whole receipts are compared.',
      ],
    }),
  ],
};
