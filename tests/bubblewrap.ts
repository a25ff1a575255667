import { spawnSync } from 'node:child_process';

const TRY = ['--unshare-user', '--unshare-pid', '--unshare-net', '--disable-userns', '--ro-bind', '/', '/'];

/** Whether this machine lets bubblewrap make a sandbox at all, found out without the code under test. */
export const hasBubblewrap =
  spawnSync('bwrap', [...TRY, '--proc', '/proc', '--dev', '/dev', 'true']).status === 0;

/** Variables for a program whose commands are to run here: confined where that can be, else as if it were from outside. */
export const confinedIfPossible: Readonly<Record<string, string>> = hasBubblewrap
  ? {}
  : { ORCHESTRATE_SANDBOX: 'external' };
