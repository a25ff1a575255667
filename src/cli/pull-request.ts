import type { Run } from '../domain/run.ts';
import { exec } from '../io/exec.ts';
import type { Git } from '../io/git/call.ts';
import { publish } from '../io/git/publish.ts';
import { reportMarkdown } from '../view/formats/markdown.ts';
import type { Report } from '../view/report.ts';
import type { Shell } from './shell.ts';
import { ENVIRONMENT, UserError } from './user-error.ts';

type Request = {
  readonly run: Run;
  readonly report: Report;
  readonly remote: string;
  readonly env: Shell['env'];
};

/** Pushes the run's branch and opens a pull request with the report as its text; a draft where something is missing. */
export async function pullRequest(git: Git, { run, report, remote, env }: Request): Promise<string> {
  const gh = githubIn(git.root, env);
  if (!(await gh(['--version'])).ok) {
    throw new UserError(ENVIRONMENT, withoutGh(run, remote));
  }
  const pushed = await publish(git, { remote, commit: run.head, branch: run.branch, env });
  if (pushed.kind === 'refused') {
    throw new UserError(ENVIRONMENT, `Nothing was pushed to ${remote}: ${pushed.reason}`);
  }
  const draft = report.exit === 0 ? [] : ['--draft'];
  const args = ['pr', 'create', '--head', run.branch, '--title', run.title, '--body-file', '-', ...draft];
  const made = await gh(args, reportMarkdown(report));
  if (!made.ok) {
    throw new UserError(
      ENVIRONMENT,
      `${run.branch} was pushed to ${remote}, but gh opened no pull request: ${made.words}`,
    );
  }
  return `${made.words}\n`;
}

const withoutGh = ({ id, branch }: Run, remote: string): string =>
  `A pull request needs gh (https://cli.github.com) on your PATH; nothing was pushed. By hand: git push ${remote} ${branch}, with this as its text: orchestrate report ${id} --format markdown`;

type Said = { readonly ok: boolean; readonly words: string };

/** GitHub's own command line, with the user's own login. */
function githubIn(cwd: string, env: Shell['env']) {
  const own = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  return async (args: readonly string[], input = ''): Promise<Said> => {
    const { exitCode, stdout, stderr, failure } = await exec('gh', args, {
      cwd,
      env: { ...own, GH_PROMPT_DISABLED: '1' },
      input,
      timeoutMs: 120_000,
    });
    const words = exitCode === 0 ? stdout.toString('utf8').trim() : stderr.trim();
    return { ok: exitCode === 0, words: words || (failure ?? '') };
  };
}
