import type { Wish } from '../domain/wish.ts';
import { post } from '../io/inbox.ts';
import { openUrl } from '../io/open-url.ts';
import type { PageServer } from '../view/web/server.ts';
import { answerTo } from './deliver.ts';
import type { Opened } from './driving.ts';
import type { Shell } from './shell.ts';
import type { Steering } from './shown.ts';

export type AtKeyboard = Steering & {
  /** Ends what the keys have begun. */
  readonly leave: () => Promise<void>;
};

/** What the keys of the live screen do to the run that this very process drives. */
export function atKeyboard(
  { git, state, folder }: Pick<Opened, 'git' | 'state' | 'folder'>,
  shell: Shell,
  { serve = servedPage }: { readonly serve?: typeof servedPage } = {},
): AtKeyboard {
  const wish = async (wanted: Wish): Promise<string> => {
    const letter = await post(folder.inbox, JSON.stringify(wanted));
    const became = await answerTo(letter, folder.inbox, async () => Promise.resolve(true));
    return became === undefined ? 'kept for the run' : became.ok ? became.says : became.why;
  };
  // One server for all presses of the key; a page that could not be served is no reason to fail the run, and is tried again.
  let serving: Promise<PageServer> | undefined;
  const served = async (): Promise<PageServer> => {
    serving ??= serve({ git, state }, shell);
    try {
      return await serving;
    } catch (error) {
      serving = undefined;
      throw error;
    }
  };
  return {
    stop: shell.interrupt,
    pause: async () => wish({ wish: 'pause' }),
    tell: async ({ checkpoint, text }) => wish({ wish: 'tell', checkpoint, text }),
    settle: wish,
    page: async () => {
      const url = `${(await served()).url}#/${folder.id}`;
      return (await openUrl(url, shell.env)) ? `the page is open: ${url}` : `open it in a browser: ${url}`;
    },
    leave: async () => {
      const [last] = await Promise.allSettled([serving]);
      await (last.status === 'fulfilled' ? last.value?.close() : undefined);
    },
  };
}

/** Loaded when it is wanted: most runs are watched in the terminal alone. */
async function servedPage(at: Pick<Opened, 'git' | 'state'>, shell: Shell): Promise<PageServer> {
  const [{ servePage }, { pageSource }, { pageFiles }] = await Promise.all([
    import('../view/web/server.ts'),
    import('./page-source.ts'),
    import('./page-files.ts'),
  ]);
  return servePage(pageSource(at, shell), await pageFiles());
}
