import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { processEnv } from '../config/environment.ts';
import type { Line } from '../domain/event.ts';
import type { Model } from '../model/model.ts';
import type { Models } from '../run/models.ts';
import { ending } from '../view/ending.ts';
import type { Report } from '../view/report.ts';
import { resumeRun } from './commands/resume.ts';
import type { Listeners, Opened } from './driving.ts';
import { Feed } from './feed.ts';
import { openNew } from './opening.ts';
import { packageVersion } from './version.ts';

/** One model for every role, one for each, or a function that is asked for each conversation. */
export type GivenModels =
  Model | { readonly planner: Model; readonly coder: Model; readonly reviewer: Model } | Models;

export type Common = {
  /** A folder inside the repository. Default: where the process is. */
  readonly cwd?: string;
  /** In place of the configured models. */
  readonly models?: GivenModels;
  /** Ends the run after saving; it can be resumed. */
  readonly signal?: AbortSignal;
  /** In place of the process's environment: keys, state and configuration folders come from here. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly onNotice?: (text: string) => void;
};

export type OrchestrateOptions = Common & {
  /** The spec itself, as Markdown, or the file that holds it. */
  readonly spec: string | { readonly file: string };
  readonly check?: string | readonly string[];
  readonly setup?: string;
  readonly files?: readonly string[];
  readonly parallel?: number;
  /** US dollars. */
  readonly budget?: number;
  readonly minutes?: number;
  /** Input that was not cached, and output. */
  readonly tokens?: number;
  readonly model?: string;
  readonly approve?: 'plan' | 'checkpoint';
  /** False: the whole spec is one checkpoint. */
  readonly plan?: boolean;
  /** How commands are confined; `off` needs `runUnsandboxed`, too. Default: by this machine's sandbox. */
  readonly sandbox?: 'on' | 'external' | 'off';
  /** Your word that commands of models may run with your rights. */
  readonly runUnsandboxed?: boolean;
  /** What to do about uncommitted changes. Default: refuse to start. */
  readonly dirty?: 'refuse' | 'leave' | 'include';
};

/** How a run came to rest. `exit` is the program's exit code for it; 0 means that everything was accepted. */
export type Outcome = {
  readonly exit: number;
  readonly report: Report;
  /** Folder of the run's records. */
  readonly records: string;
};

/** A run under way: its events as they are recorded, and how it came to rest. */
export type Orchestration = AsyncIterable<Line> & { readonly result: Promise<Outcome> };

/**
 * Turns a spec into reviewed, tested commits on a branch of its own. Rejects (events and result alike) with an error
 * whose message says what to do when the run cannot start; nothing has been changed then.
 */
export function orchestrate(options: OrchestrateOptions): Orchestration {
  return running(options, async (listeners) => {
    const {
      spec,
      dirty,
      check,
      cwd: _cwd,
      models,
      signal: _signal,
      env: _env,
      onNotice: _,
      runUnsandboxed,
      ...flags
    } = options;
    const place = placeOf(options);
    return openNew(
      {
        ...place,
        ...(await specOf(spec, place.cwd)),
        ...(dirty ? { dirty } : {}),
        unconfined: { given: runUnsandboxed === true },
        ...(models ? { models: asModels(models) } : {}),
        flags: {
          ...flags,
          ...(check === undefined ? {} : { check: typeof check === 'string' ? [check] : check }),
        },
      },
      listeners,
    );
  });
}

export type ResumeOptions = Common & {
  /** Default: the newest unfinished run of the repository. */
  readonly run?: string;
  readonly budget?: number;
  readonly minutes?: number;
  readonly tokens?: number;
};

/** Goes on with a run that was stopped, paused or killed; of one that waits for approval this is the approval. */
export function resume(options: ResumeOptions = {}): Orchestration {
  return running(options, async (listeners) => {
    const { run, budget, minutes, models } = options;
    const limits = {
      ...(budget === undefined ? {} : { budget }),
      ...(minutes === undefined ? {} : { minutes }),
    };
    const given = models ? { models: asModels(models) } : {};
    return resumeRun(run, { ...placeOf(options), ...limits, ...given }, listeners);
  });
}

const placeOf = ({ cwd = process.cwd(), env = processEnv() }: Common) => ({
  cwd,
  env,
  version: packageVersion(),
});

async function specOf(spec: OrchestrateOptions['spec'], cwd: string) {
  if (typeof spec === 'string') {
    return { spec: { bytes: Buffer.from(spec), source: 'spec' } };
  }
  const file = path.resolve(cwd, spec.file);
  return { spec: { bytes: await readFile(file), source: spec.file, path: file } };
}

function asModels(given: GivenModels): Models {
  if (typeof given === 'function') {
    return given;
  }
  if ('complete' in given) {
    return () => given;
  }
  return ({ role }) => {
    const model = Object.entries(given).find(([name]) => name === role)?.[1];
    if (!model) {
      throw new Error(`no model was given for the role ${role}`);
    }
    return model;
  };
}

/** Events wait until they are taken; a run goes on whether or not anybody reads them. */
function running(options: Common, open: (listeners: Listeners) => Promise<Opened>): Orchestration {
  const feed = new Feed<Line>();
  const { onNotice, signal = new AbortController().signal } = options;
  const listeners: Listeners = { onLine: (line) => feed.push(line), ...(onNotice ? { onNotice } : {}) };
  const drive = async (): Promise<Outcome> => {
    try {
      const opened = await open(listeners);
      const { run, report, folder } = await opened.drive(signal, listeners);
      return { exit: ending(run).exit, report, records: folder.dir };
    } finally {
      feed.end();
    }
  };
  const result = drive();
  // Whoever only reads the events learns of a failure there.
  result.catch(() => undefined);
  return {
    result,
    async *[Symbol.asyncIterator]() {
      yield* feed.read();
      await result;
    },
  };
}
