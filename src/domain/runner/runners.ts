import { cargo } from './cargo.ts';
import { closings } from './closing.ts';
import { goJson } from './go-json.ts';
import { go } from './go.ts';
import { jest } from './jest.ts';
import { junit } from './junit.ts';
import { mocha } from './mocha.ts';
import { node } from './node.ts';
import { pytest } from './pytest.ts';
import type { Runner } from './runner.ts';
import { tap } from './tap.ts';
import { unittest } from './unittest.ts';
import { vitest } from './vitest.ts';

/** Every runner whose output is understood. A new one is a new member. */
export const runners: readonly Runner[] = [
  vitest,
  jest,
  mocha,
  node,
  pytest,
  unittest,
  goJson,
  go,
  cargo,
  tap,
  junit,
  ...closings,
];
