import { openUrl } from '../../io/open-url.ts';
import { servePage } from '../../view/web/server.ts';

import { pageFiles } from '../page-files.ts';
import { pageSource } from '../page-source.ts';
import { here, pickRun } from '../runs.ts';
import type { Shell } from '../shell.ts';

export type UiFlags = { readonly open?: boolean };

/** `orchestrate ui`: serves the run page until it is stopped. Without a name it lists the runs. */
export async function ui(name: string | undefined, flags: UiFlags, shell: Shell): Promise<number> {
  const at = await here(shell);
  const run = name === undefined ? null : (await pickRun(at, name)).folder.id;
  const server = await servePage(pageSource(at, shell), await pageFiles());
  const url = run === null ? server.url : `${server.url}#/${run}`;
  const stopped = new Promise<void>((resolve) => {
    shell.onStop(() => resolve());
  });
  shell.out(`${url}\n`);
  shell.err('The address is for you alone: whoever has it can read the run. Ctrl-C ends it.\n');
  if (flags.open !== false && shell.stderr.isTTY === true) {
    await openUrl(url, shell.env);
  }
  await stopped;
  await server.close();
  return 0;
}
