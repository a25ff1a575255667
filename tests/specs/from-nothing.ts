import { call, says } from '../../src/model/scripted.ts';
import { accepts, done, plans, type Session } from './session.ts';

const checkpoint = {
  id: 'c1',
  title: 'Write fib.js',
  goal: 'Write fib.js in the root of the repository, a Node script without dependencies. `node fib.js N` prints the first N Fibonacci numbers, one a line, beginning with 0 and 1, exact for any N. Anything but one whole number from 0 up ends with exit code 2, a usage line on stderr and nothing on stdout. There is no package.json, so the file is CommonJS.',
  acceptance: [
    '`node fib.js 10` prints 0, 1, 1, 2, 3, 5, 8, 13, 21 and 34, one a line.',
    'The numbers are exact for any N.',
    'Anything but one whole number from 0 up ends with exit code 2, a usage line on stderr and nothing on stdout.',
  ],
  after: [],
  files: ['fib.js'],
  covers: ['R1', 'R2', 'R3'],
  difficulty: 'easy' as const,
};

const script = `#!/usr/bin/env node

/** The first \`count\` Fibonacci numbers, exact because they are BigInts. */
function* fibonacci(count) {
  let [a, b] = [0n, 1n];
  for (let i = 0; i < count; i += 1) {
    yield a;
    [a, b] = [b, a + b];
  }
}

const given = process.argv.slice(2);

if (given.length === 1 && /^\\d+$/.test(given[0])) {
  for (const number of fibonacci(Number(given[0]))) {
    console.log(String(number));
  }
} else {
  console.error('usage: node fib.js N    (N: how many numbers, a whole number from 0)');
  process.exitCode = 2;
}
`;

/** Starts from a README alone: the check cannot pass before there is a script. */
export const fromNothing: Session = {
  planner: [
    says('', call('list', {})),
    plans(
      [
        'node fib.js N prints the first N Fibonacci numbers',
        'They are exact for any N',
        'Wrong input ends with code 2, usage on stderr, nothing on stdout',
      ],
      checkpoint,
    ),
  ],

  'c1.a1.coder': [
    says('', call('list', {}), call('bash', { command: 'node --version' })),
    says('', call('write', { path: 'fib.js', content: script })),
    says(
      '',
      call('bash', { command: 'node fib.js 10' }, 'bash-1'),
      call('bash', { command: 'node fib.js 100 | tail -n 1; node fib.js 0 | wc -c' }, 'bash-2'),
      call(
        'bash',
        { command: 'for n in "" -1 1.5 ten "1 2"; do node fib.js $n 2>/dev/null; echo "[$n] $?"; done' },
        'bash-3',
      ),
    ),
    done(
      'fib.js counts in BigInt. Run by hand: 10 gives 0 to 34, the last line of 100 is 218922995834555169026, 0 prints nothing, and no argument, -1, 1.5, ten and two arguments end with 2.',
    ),
  ],
  'c1.a1.reviewer': [
    says('', call('read', { path: 'fib.js' })),
    accepts(checkpoint, {
      reason: 'A short script that does what the spec says and no more.',
      evidence: [
        'The output of the check is these ten lines.',
        'fib.js adds BigInts, which do not round.',
        'Only one argument of digits alone passes the condition in fib.js; every other way leads to console.error and exitCode 2 before anything is printed.',
      ],
    }),
  ],
};
