import { z } from 'zod';
import { Stopped } from '../agent/loop.ts';
import type { Result } from '../agent/result.ts';
import { tool, type Tool } from '../agent/tool.ts';
import { route } from '../domain/route.ts';
import { openRoot } from '../io/files.ts';
import { decode } from '../io/text.ts';
import { LimitReached, ModelError } from '../model/errors.ts';
import { analysisBrief, analyst, standing, type Analysis } from '../roles/analyst.ts';
import { converse } from './converse.ts';
import type { Control, Emit } from './drive.ts';
import type { Workspace } from './workspace.ts';
import type { World } from './world.ts';

const MOST_QUESTIONS = 5;

type Asking = {
  /** The conversation that the questions come from. */
  readonly conversation: string;
  /** What the one who asks is about to do. */
  readonly purpose: string;
  readonly workspace: Workspace;
  /** Folder below the root that the run was started in. */
  readonly start: string;
  readonly emit: Emit;
  readonly control: Control;
};
type Staff = Pick<World, 'roles' | 'talk' | 'hands' | 'logs'>;

/** A tool that puts a question about the code to an analyst, in a conversation of its own. No analyst: no tool. */
export function analystTools(asking: Asking, staff: Staff): Tool[] {
  if (!staff.roles.analyst) {
    return [];
  }
  const answers = new Map<string, Promise<string>>();
  const seats = seatsOf(asking, staff);
  const made = tool({
    name: 'ask_analyst',
    description:
      'Have somebody look into the code and answer one question, with places that were looked up. For what takes much reading.',
    input: z.strictObject({ question: z.string().trim().min(1) }),
    reads: true,
    passes: isForTheRun,
    run: async ({ question }) => {
      const answer =
        answers.get(question) ??
        seats(question).then(async (seat) => ask(question, { ...asking, seat }, staff));
      answers.set(question, answer);
      return answer;
    },
  });
  return [made];
}

/** A run that stops, a limit, a provider that does not answer: not for the one who asked to deal with. */
const isForTheRun = (error: unknown): boolean =>
  error instanceof Stopped || error instanceof LimitReached || error instanceof ModelError;

/** Which conversation a question gets: the one that it had before a restart, else the next that is free. */
function seatsOf({ conversation, purpose }: Asking, { talk }: Staff): (question: string) => Promise<string> {
  const taken = new Map<number, string>();
  return async (question) => {
    const brief = analysisBrief({ question, purpose });
    for (let n = 1; n <= MOST_QUESTIONS; n++) {
      if ((taken.get(n) ?? brief) !== brief) {
        continue;
      }
      taken.set(n, brief);
      const seat = `${conversation}.analyst.${String(n)}`;
      const transcript = await talk.transcripts(seat);
      await transcript.close();
      const before = transcript.messages[1]?.text ?? brief;
      if (before === brief) {
        return seat;
      }
      taken.set(n, before);
    }
    throw new Error(
      `${String(MOST_QUESTIONS)} questions have been answered; look for the rest with your own tools.`,
    );
  };
}

async function ask(
  question: string,
  { seat, purpose, workspace, start, emit, control }: Asking & { readonly seat: string },
  { roles, talk, hands, logs }: Staff,
): Promise<string> {
  if (!roles.analyst) {
    throw new Error('there is no analyst');
  }
  const { prompt, tools, turns, routes } = roles.analyst;
  const alias = route(routes, 'medium', 0);
  const set = await hands({
    role: 'analyst',
    names: tools(alias),
    session: { root: workspace.root, start, logs, env: {}, readOnly: true },
    signal: control.signal,
  });
  try {
    const result = await converse(
      {
        agent: analyst({ prompt, tools: set.tools, turns }),
        brief: analysisBrief({ question, purpose }),
        caller: { role: 'analyst', conversation: seat, attempt: null, alias },
        emit,
        control,
      },
      talk,
    );
    return await told(result, workspace);
  } finally {
    await set.close();
  }
}

/** The answer with the evidence that stands where it says; what does not is counted, not shown. */
async function told(result: Result<Analysis>, { root }: Workspace): Promise<string> {
  if (result.end !== 'finished') {
    throw new Error(`The analyst gave no answer (${result.end}); look for it with your own tools.`);
  }
  const { answer, evidence } = result.value;
  const files = await openRoot(root);
  const found = await standing(evidence, async (file) =>
    files.read(file).then(
      ({ bytes }) => decode(bytes)?.text ?? null,
      () => null,
    ),
  );
  const fallen = evidence.length - found.length;
  return [
    answer,
    ...(found.length > 0 ? ['', 'Looked up in the files:'] : []),
    ...found.map(({ file, line, text }) => `- ${file}:${String(line)}: ${text.trim()}`),
    ...(fallen > 0
      ? [`[${String(fallen)} more named as evidence, but nothing of the kind stands there: be wary]`]
      : []),
  ].join('\n');
}
