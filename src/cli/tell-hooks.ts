import type { Git } from '../io/git/call.ts';
import { userHooks } from '../io/git/user-hooks.ts';

/** Says once that the repository's hooks do not run on what lands, and what is wrong with one. */
export async function tellHooks(git: Git, onNotice: (text: string) => void): Promise<void> {
  const hooks = await userHooks(git);
  const [first] = hooks;
  if (!first) {
    return;
  }
  const names = hooks.map(({ name }) => name).join(', ');
  onNotice(
    `hooks of this repository (${names}) do not run on the commits of a run: what they look for can be a check, such as --check "sh ${first.path}"`,
  );
  for (const { path, flaw } of hooks) {
    if (flaw !== null) {
      onNotice(`the hook ${path} does not run by hand either: ${flaw}`);
    }
  }
}
