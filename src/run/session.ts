import path from 'node:path';
import { Event, type Line } from '../domain/event.ts';
import type { Permit } from '../agent/permit.ts';
import { fold } from '../domain/apply.ts';
import { eachText } from '../domain/redaction/each-text.ts';
import type { Redactor } from '../domain/redaction/redactor.ts';
import { filter } from '../domain/redaction/stream.ts';
import type { Run } from '../domain/run.ts';
import type { Git } from '../io/git/call.ts';
import { dropReplies } from '../io/inbox.ts';
import { openJournal } from '../io/journal.ts';
import { openTranscript, readTranscript } from '../io/transcript.ts';
import type { RepositoryState, RunFolder } from '../io/state.ts';
import type { Wait } from '../model/wait.ts';
import { Accounts } from './accounts.ts';
import type { Confine } from './confine.ts';
import { drive, type Executor } from './drive.ts';
import { handsFrom, type Provided } from './hands.ts';
import { lettersIn } from './letters.ts';
import { memoryFile } from './memory.ts';
import type { Caller, Models, Piece } from './models.ts';
import { performer } from './perform.ts';
import { planKeeper } from './plan-files.ts';
import { rulesReader } from './rules.ts';
import { Workspaces } from './workspaces.ts';
import type { World } from './world.ts';

export type SessionOptions = {
  readonly git: Git;
  readonly state: RepositoryState;
  readonly folder: RunFolder;
  readonly models: Models;
  readonly roles: World['roles'];
  /** What the user gives roles beside the program's tools. */
  readonly provided: Provided;
  /** Environment of commands, free of secrets. */
  readonly env: Readonly<Record<string, string>>;
  /** Variables that no working copy has in a form of its own, because the user names them. */
  readonly fixed: Readonly<Record<string, string>>;
  /** How commands are confined; absent where they are not, or from outside. */
  readonly confine?: Confine;
  readonly spec: string;
  /** Values that must never be in a commit. */
  readonly secrets: readonly string[];
  /** Where commands are carried out. */
  readonly execute: Executor;
  /** Told of each event once it is in the journal. */
  readonly onLine: (line: Line) => void;
  /** Decides about each call of a tool before it runs. */
  readonly permit: Permit;
  /** Hides secrets in everything that is sent, written down or shown. */
  readonly redactor: Redactor;
  readonly summarizer: { readonly prompt: string; readonly alias: string };
  readonly onDelta?: (caller: Caller, piece: Piece) => void;
  readonly onWait?: (caller: Caller, wait: Wait) => void;
  /** Told what a person should know about the repository, such as rules that are too long. */
  readonly onNotice?: (text: string) => void;
};

export type Surroundings = Omit<SessionOptions, 'execute' | 'onLine'>;

/** Takes a run up from its journal and drives it until it has ended or rests. */
export async function carryOn(
  options: SessionOptions,
  signal: AbortSignal,
  resumed: readonly Event[] = [],
): Promise<Run> {
  const { folder, onLine } = options;
  const { journal, lines } = await openJournal(folder.journal);
  try {
    const log = lines.map((line) => line.event);
    const accounts = new Accounts(log);
    const keepPlan = planKeeper(folder, fold(log));
    const append = async (event: Event): Promise<void> => {
      const line = await journal.append(
        withoutKnown(event, options.redactor),
        event.type === 'tool.called' ? 'written' : 'durable',
      );
      accounts.note(event);
      onLine(line);
      await keepPlan(event);
    };
    for (const event of resumed) {
      await append(event);
      log.push(event);
    }
    await dropReplies(folder.inbox);
    return await drive({
      log,
      append,
      perform: performer(worldOf(options, fold(log), accounts)),
      execute: options.execute,
      signal,
      letters: lettersIn(folder.inbox, log),
    });
  } finally {
    await journal.close();
  }
}

/** What the commands of a run work with. */
export function worldOf(options: Surroundings, run: Run, accounts: Accounts): World {
  const { git, state, folder, models, roles, env, spec, summarizer, onDelta, onWait, onNotice } = options;
  const transcriptOf = (conversation: string): string =>
    path.join(folder.transcripts, `${conversation}.jsonl`);
  return {
    git,
    roles,
    spec,
    secrets: options.secrets,
    logs: folder.logs,
    rules: rulesReader(memoryFile(state), onNotice),
    hands: handsFrom(options.provided, { redactor: options.redactor, onNotice }),
    talk: {
      models,
      accounts,
      summarizer,
      permit: options.permit,
      redactor: options.redactor,
      transcripts: async (conversation) => openTranscript(transcriptOf(conversation)),
      ...(onDelta ? { onDelta } : {}),
      ...(onWait ? { onWait } : {}),
    },
    workspaces: new Workspaces({
      filter: () => filter(options.redactor),
      git,
      env,
      fixed: options.fixed,
      folder: state.slots,
      trash: state.trash,
      logs: folder.logs,
      settings: run.settings,
      ...(options.confine ? { confine: options.confine } : {}),
      begun: async (conversation) => (await readTranscript(transcriptOf(conversation))).length > 0,
    }),
  };
}

/** What was asked for stays to the letter: the run goes on by it. */
const withoutKnown = (event: Event, { hideKnown }: Redactor): Event =>
  event.type === 'run.started' ? event : Event.parse(eachText(event, hideKnown));
