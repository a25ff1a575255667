import { diagnosis, renderDiagnosis, type Finding } from '../../view/diagnosis.ts';
import { inked } from '../../view/ink.ts';
import { lookAtGit, lookAtNode, lookAtRepository, lookAtState } from '../doctor/machine.ts';
import { lookAtSandbox } from '../doctor/sandbox.ts';
import { lookAtModels, lookForServers } from '../doctor/models.ts';
import { lookAtSettings } from '../doctor/settings.ts';
import type { Shell } from '../shell.ts';
import { stopping } from '../stopping.ts';
import { ENVIRONMENT } from '../user-error.ts';

/** `orchestrate doctor`: everything that a run needs, looked at; 0 where one could start. */
export async function doctor(flags: { readonly json?: boolean }, shell: Shell): Promise<number> {
  const stop = stopping(shell);
  try {
    const { git, findings } = await lookAtGit(shell);
    const { loaded, findings: settings } = await lookAtSettings(shell, git);
    const secrets = loaded?.secrets ?? [];
    const all = [
      lookAtNode(process.version),
      ...findings,
      ...(await lookAtState(shell.env, git)),
      ...(git ? await lookAtRepository(git) : []),
      ...settings,
      ...(await lookAtSandbox(shell.env, loaded)),
      ...(loaded && loaded.lacks.length === 0 ? await lookAtModels(loaded, stop.signal) : []),
      ...(await lookForServers()),
    ];
    const found = diagnosis(all.map((finding) => withoutSecrets(finding, secrets)));
    if (flags.json === true) {
      shell.out(`${JSON.stringify(found)}\n`);
    } else {
      shell.out(
        renderDiagnosis(found)
          .map((line) => `${inked(line, shell.stdout)}\n`)
          .join(''),
      );
    }
    return found.ready ? 0 : ENVIRONMENT;
  } finally {
    stop.end();
  }
}

/** Servers like to quote what they were sent. */
function withoutSecrets({ says, fix, ...rest }: Finding, secrets: readonly string[]): Finding {
  const clean = (text: string): string =>
    secrets.reduce((left, secret) => left.replaceAll(secret, '***'), text);
  return { ...rest, says: clean(says), ...(fix === undefined ? {} : { fix: clean(fix) }) };
}
