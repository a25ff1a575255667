import { renderAudit } from '../../view/audit.ts';
import { inked } from '../../view/ink.ts';
import { eventLine } from '../../view/json.ts';
import type { RunFlags } from '../flags.ts';
import { here, pickRun } from '../runs.ts';
import type { Shell } from '../shell.ts';

/** `orchestrate audit`: what the models did with their tools, from the journal. */
export async function audit(
  name: string | undefined,
  flags: Pick<RunFlags, 'json'>,
  shell: Shell,
): Promise<number> {
  const { lines } = await pickRun(await here(shell), name);
  if (flags.json === true) {
    const calls = lines.filter(({ event }) => event.type === 'tool.called');
    shell.out(calls.map((line) => `${eventLine(line)}\n`).join(''));
  } else {
    shell.out(
      renderAudit(lines)
        .map((line) => `${inked(line, shell.stdout)}\n`)
        .join(''),
    );
  }
  return 0;
}
