import { expect, it } from 'vitest';
import { COMMAND_NAMES } from '../../src/cli/command-names.ts';
import { EXAMPLES, examplesOf } from '../../src/cli/examples.ts';
import { callsIn } from '../docs/pages.ts';
import { wrong } from '../docs/calls.ts';

it('every command has examples', () => {
  expect(Object.keys(EXAMPLES).toSorted()).toEqual(COMMAND_NAMES.toSorted());
});

it.each(Object.entries(EXAMPLES))('those of %s could be typed, and are about it', (command, examples) => {
  const calls = examples.map(([call]) => callsIn(call));
  expect(calls.flat().flatMap((words) => wrong(words) ?? [])).toEqual([]);
  const about = calls.flat().map(([first = '']) => (COMMAND_NAMES.includes(first) ? first : 'run'));
  expect(new Set(about)).toEqual(new Set([command]));
});

it.each(COMMAND_NAMES)('those of %s fit into 80 columns', (command) => {
  const lines = examplesOf(command).split('\n');
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
});
