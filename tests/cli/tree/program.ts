import { buildProgram } from '../../../src/cli/program.ts';
import type { Shell } from '../../../src/cli/shell.ts';
import { treeOf } from '../../../src/cli/tree/tree.ts';

const silent = (): void => undefined;

/** Surroundings for a command line that is looked at and never carried out. */
const nowhere: Shell = {
  version: '1.2.3',
  cwd: '/',
  env: {},
  out: silent,
  err: silent,
  hide: silent,
  redact: (text) => text,
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  onStop: () => silent,
  onExit: () => silent,
  onCrash: silent,
  interrupt: silent,
  exit: (code) => {
    throw new Error(`exit ${String(code)}`);
  },
  die: silent,
};

/** The real command line as data. */
export const program = treeOf(buildProgram(nowhere, silent));
