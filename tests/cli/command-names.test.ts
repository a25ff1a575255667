import { expect, it } from 'vitest';
import { COMMAND_NAMES } from '../../src/cli/command-names.ts';
import { program } from './tree/program.ts';

it('the names are those of the command line', () => {
  expect(COMMAND_NAMES.toSorted()).toEqual(program.commands.map(({ name }) => name).toSorted());
});
