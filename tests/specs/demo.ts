import { call, says } from '../../src/model/scripted.ts';
import * as cart from './demo-receipt.ts';
import * as discount from './demo-discount.ts';
import { accepts, done, lacksNothing, plans, type Session } from './session.ts';

const prices = {
  id: 'c1',
  title: 'Read prices exactly',
  goal: "In src/money.js, make `parse` exact: a price is digits, then at most one point with one or two decimals ('12', '12.5', '12.50'), so '12.5' is 1250 cents. Anything else throws a RangeError that quotes the text. `format` stays. Extend test/money.test.js, where 'reads one decimal as tenths' is red today.",
  acceptance: [
    "parse('12'), parse('12.5') and parse('12.50') give 1200, 1250 and 1250.",
    "Text that is no price, such as '', '12.345', '1,50', '-3' and 'abc', throws a RangeError that quotes it, and a test shows it.",
    "The test 'reads one decimal as tenths' passes unchanged.",
  ],
  after: [],
  files: ['src/money.js', 'test/money.test.js'],
  covers: ['R1'],
  difficulty: 'easy' as const,
};

const refusals = `test('refuses what is no price and quotes it', () => {
  for (const text of ['', '12.345', '12.', '.5', '1,50', '-3', ' 3', '1e3', 'abc']) {
    assert.throws(() => parse(text), { name: 'RangeError', message: \`not a price: '\${text}'\` });
  }
});

`;

/** A till: the first discount lets NaN through, is sent back for it, and comes again with a test. */
export const demo: Session = {
  planner: [
    says(
      'I look at the till before I plan.',
      call('list', {}, 'list-1'),
      call('read', { path: 'src/money.js' }, 'read-1'),
      call('read', { path: 'src/cart.js' }, 'read-2'),
      call('read', { path: 'test/money.test.js' }, 'read-3'),
    ),
    plans(
      [
        'Prices are read exactly, and what is no price is refused',
        'discount(cents, percent) in src/discount.js',
        'receipt(cart, percent) in src/receipt.js',
      ],
      prices,
      discount.checkpoint,
      cart.checkpoint,
    ),
  ],

  'c1.a1.coder': [
    says(
      '',
      call('read', { path: 'src/money.js' }, 'read-1'),
      call('read', { path: 'test/money.test.js' }, 'read-2'),
      call('grep', { pattern: 'parse\\(' }, 'grep-1'),
    ),
    says(
      'One pattern says what a price is; the decimals are filled up to two.',
      call('edit', {
        path: 'src/money.js',
        edits: [
          {
            old: "/** Cents of a price as it is written on a tag, such as '12.50'. */",
            new: "const PRICE = /^(\\d+)(?:\\.(\\d{1,2}))?$/;\n\n/** Cents of a price as it is written on a tag, such as '12.50'. Throws a RangeError for text that is no price. */",
          },
          {
            old: "  const [units, decimals = '0'] = text.split('.');\n  return Number(units) * 100 + Number(decimals);\n",
            new: "  const match = PRICE.exec(text);\n  if (!match) {\n    throw new RangeError(`not a price: '${text}'`);\n  }\n  const [, units, decimals = ''] = match;\n  return Number(units) * 100 + Number(decimals.padEnd(2, '0'));\n",
          },
        ],
      }),
      call(
        'edit',
        {
          path: 'test/money.test.js',
          old: "test('writes an amount with two decimals'",
          new: `${refusals}test('writes an amount with two decimals'`,
        },
        'edit-2',
      ),
    ),
    says('', call('bash', { command: 'node test/run.js' })),
    done(
      "parse accepts one pattern (digits, optionally a point and one or two decimals) and throws `RangeError: not a price: '…'` for the rest. A new test covers nine texts that are no price.",
    ),
  ],
  'c1.a1.reviewer': [
    says('', call('read', { path: 'src/money.js' })),
    accepts(prices, {
      reason:
        'The pattern is anchored at both ends, and every text outside of it is refused before any arithmetic.',
      evidence: [
        "src/money.js: decimals are padded to two digits, so '5' counts as 50; the tests 'reads units and cents' and 'reads one decimal as tenths' passed.",
        "src/money.js throws RangeError with the text in it; the new test 'refuses what is no price and quotes it' passed.",
        "The diff of test/money.test.js only adds a test; 'reads one decimal as tenths' passed.",
      ],
    }),
  ],

  ...discount.session,
  ...cart.session,

  'final.reviewer': [
    lacksNothing(
      'The receipt is built from both parts, and a wrong price or percentage stops it before a total is printed.',
      [
        'Prices are read exactly, and what is no price is refused',
        "src/money.js; 'reads one decimal as tenths' and 'refuses what is no price and quotes it' passed.",
      ],
      [
        'discount(cents, percent) in src/discount.js',
        'src/discount.js refuses what is no number from 0 to 100, NaN among it, and its tests passed.',
      ],
      [
        'receipt(cart, percent) in src/receipt.js',
        'src/receipt.js takes its total from discount(), and its tests passed.',
      ],
    ),
  ],
};
