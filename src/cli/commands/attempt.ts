import path from 'node:path';
import type { z } from 'zod';
import { folders } from '../../config/environment.ts';
import { loadConfiguration } from '../../config/load.ts';
import { fold } from '../../domain/apply.ts';
import type { Event } from '../../domain/event.ts';
import { wordsFor } from '../../domain/person.ts';
import { childEnvironment } from '../../io/environment.ts';
import { openGit } from '../../io/git/open.ts';
import { endMarked } from '../../io/shell-leftovers.ts';
import { carryOut } from '../../scale/attempt.ts';
import { Asked, MARK } from '../../scale/errand.ts';
import { foldersOf } from '../../scale/place.ts';
import { client, connect } from '../../scale/redis.ts';
import type { Said } from '../../scale/said.ts';
import { sharedBudget } from '../../scale/shared-budget.ts';
import { sharedGates } from '../../scale/shared-gates.ts';
import { readTask, Skew } from '../../scale/task.ts';
import { jobId, SKEW } from '../../scale/job.ts';
import { hearWords } from '../../scale/words.ts';
import type { Control } from '../../run/drive.ts';
import { progressOf } from '../../run/start.ts';
import { confinement } from '../confinement.ts';
import { named } from '../command-environment.ts';
import { configuredModels } from '../models.ts';
import { modelsAtHome } from '../models-at-home.ts';
import type { Shell } from '../shell.ts';

const NO_MODELS = { models: {}, roles: {}, entries: [] };

/** How long a coder who is asked to stop has for the call under way. */
const GRACE_MS = 1_500;

/**
 * The process that a worker starts for one piece of work: what to do comes as a line on stdin, what happens goes out as
 * lines on stdout. It ends with its worker, whose death closes stdin.
 */
export async function attempt(shell: Shell): Promise<number> {
  const ending = new AbortController();
  const stopping = new AbortController();
  shell.onStop(() => {
    stopping.abort();
    setTimeout(() => ending.abort(new Error('stopped')), GRACE_MS).unref();
  });
  let place = '';
  // Nobody else is left to end what runs here.
  const orphaned = async (): Promise<void> => {
    ending.abort(new Error('its worker is gone'));
    await endMarked(MARK, place).catch(() => undefined);
    shell.exit(1);
  };
  const asked = Asked.parse(JSON.parse(await firstLine(shell, orphaned)));
  place = asked.place.dir;
  const control = {
    signal: ending.signal,
    stopping: AbortSignal.any([ending.signal, stopping.signal]),
  };
  const say = (said: Said): void => shell.out(`${JSON.stringify(said)}\n`);
  try {
    say({ say: 'done', event: await doIt(asked, shell, say, control) });
  } catch (error) {
    shell.err(`${error instanceof Skew ? `${SKEW}: ${error.message}` : String(error)}\n`);
    return shell.exit(1);
  }
  // Stdin is still open, and connections may be.
  return shell.exit(0);
}

async function firstLine({ stdin }: Shell, onEnd: () => Promise<void>): Promise<string> {
  let text = '';
  return new Promise((resolve, reject) => {
    const read = async (): Promise<void> => {
      for await (const chunk of stdin) {
        text += Buffer.from(chunk).toString('utf8');
        const end = text.indexOf('\n');
        if (end >= 0) {
          resolve(text.slice(0, end));
        }
      }
      await onEnd();
    };
    read().catch(reject);
  });
}

async function doIt(
  { job, place, mirror, redis: url, repository }: z.infer<typeof Asked>,
  { env, hide }: Shell,
  say: (said: Said) => void,
  asked: Pick<Control, 'signal' | 'stopping'>,
): Promise<Event> {
  const opened = await openGit({ dir: mirror, env });
  if (opened.kind !== 'repository') {
    throw new Error(opened.detail);
  }
  const { git } = opened;
  const [{ events, sheet }, own, redis] = await Promise.all([
    readTask(git, job.task),
    loadConfiguration({ root: place.dir, env }),
    client().then(async (found) => connect(found, { url, onNotice: () => undefined, name: 'attempt' })),
  ]);
  hide(own.secrets);
  const { machine, settings: wanted } = own;
  const confined = await confinement({ kind: wanted.sandbox, root: place.dir, env, machine, consent: {} });
  await confined.remember();
  const run = fold(events);
  const words = hearWords(redis, { repository, id: jobId(job) }, wordsFor(run, job.attempt));
  const p = progressOf(run, job.attempt);
  // A check asks no model.
  const asks = p.at === 'coding' ? modelsAtHome({ sheet, model: p.model }, own) : NO_MODELS;
  const models = configuredModels(asks, run, sheet.spent, {
    gates: (limitsOf) => sharedGates(redis, limitsOf),
    budget: (options) => sharedBudget(redis, { repository, run: job.run }, options),
  });
  const { state, folder } = foldersOf(place);
  return carryOut(
    {
      job,
      events,
      sheet,
      say,
      own: {
        git,
        state,
        folder,
        models,
        provided: { skills: path.join(folders(env).config, 'skills'), servers: own.servers },
        env: childEnvironment(env, {
          names: 'known',
          allow: own.machine.environment,
          set: { [MARK]: place.dir },
        }),
        fixed: named(env, own.machine.environment),
        secrets: own.secrets,
        sandbox: confined.kind,
        permit: { mode: machine.mode, rules: machine.permissions },
        ...(confined.confine ? { confine: confined.confine } : {}),
      },
    },
    { ...asked, words },
  );
}
