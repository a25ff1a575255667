import type { Run } from '../domain/run.ts';
import type { Executor } from '../run/drive.ts';
import { travels } from './bring-home.ts';
import { Broker } from './broker.ts';
import { PROTOCOL } from './job.ts';
import { Ledger } from './ledger.ts';
import type { Away, Out } from './out.ts';
import { leftElsewhere } from './outcome.ts';
import { Outside } from './outside.ts';
import { Overheard } from './overheard.ts';

export type Workers = { readonly execute: Executor; close(run: Run): Promise<void> };

/**
 * Hands coding and checking to the workers of other machines, and carries everything else out here. What a job comes to
 * is in its ref; the queue only brings hints, so that a queue that forgets or is out of reach costs time and nothing else.
 */
export async function openWorkers(away: Away): Promise<Workers> {
  const out = new Map<string, Out>();
  const overheard = new Overheard(new Ledger(await away.log()), away);
  const broker = await Broker.open({
    ...away,
    onHint: (id) => out.get(id)?.look(),
    onLive: (live, lost) => overheard.hear(out.get(live.id)?.task, live, lost),
  });
  await tellWorkers(broker, away);
  const outside = new Outside(away, { broker, overheard, out });
  return {
    execute: async (task) => {
      const { command } = task;
      if (travels(command)) {
        return outside.carryOut(task, command);
      }
      const left = leftElsewhere(task.run(), command);
      return left ? outside.leaveOff(task, left.attempt, left.sent) : away.here(task);
    },
    close: async (run) => outside.close(run),
  };
}

async function tellWorkers(broker: Broker, { onNotice, repository }: Away): Promise<void> {
  const all = await broker.workers();
  const able = all.filter(({ protocol }) => protocol === PROTOCOL);
  const others = all.filter(({ protocol }) => protocol !== PROTOCOL);
  onNotice(
    able.length > 0
      ? `work goes to ${able.map(({ name, slots }) => `${name} (${String(slots)})`).join(', ')}`
      : `no worker serves ${repository} yet: the run waits for one (orchestrate worker --help)`,
  );
  others.forEach(({ name, protocol, version }) =>
    onNotice(
      `${name} (orchestrate ${version}) speaks ${protocol}, not ${PROTOCOL}: it gets no work from here`,
    ),
  );
}
