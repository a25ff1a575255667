import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { Line, type Event, type EventOf } from '../../src/domain/event.ts';
import { Report } from '../../src/view/report.ts';
import type { Answer, Sent } from '../cli/endpoint.ts';
import { accepts, done, FILES, writes, type Scene } from '../cli/scene.ts';

/** Two models at one server: `cheap` is called small there, `strong` large. Failures are repeated at once. */
export const QUICK = 'retries: { failures: 2, wait: 1ms, longest: 5ms }';
export const MODELS = `models:
  cheap: { name: small, window: 100000, maxTokens: 200, price: { input: 1, output: 2 }, ${QUICK} }
  strong: { name: large, window: 100000, maxTokens: 200, price: { input: 10, output: 20 }, ${QUICK} }
roles:
  planner: { model: strong }
  reviewer: { model: strong }
  coder: { model: { easy: [cheap, strong], medium: [cheap, strong], hard: strong } }
check: sh check.sh
`;

export const filesWith = (agents: string) => ({ ...FILES, 'agents.yaml': agents });

/** A request of the preflight: it offers no tools. */
export const isProbe = ({ tools = [] }: Sent): boolean => tools.length === 0;

/** How many calls of a conversation came before this request. */
export const turn = ({ messages }: Sent): number => messages.filter((m) => m.role === 'assistant').length;

/** One write of a file named after the checkpoint, then the end. */
export const writesOnce = (file: string): ((sent: Sent) => Answer) => {
  const steps = [writes(file, 'new\n'), DONE];
  return (sent) => steps[turn(sent)] ?? DONE;
};
const DONE = done();
export const accepting = (): Answer => accepts();

const runsOf = async ({ repo }: Pick<Scene, 'repo'>): Promise<string[]> => {
  const root = path.join(repo.home, 'state', 'orchestrate');
  const found = await readdir(root, { recursive: true });
  return found
    .filter((name) => name.endsWith('journal.jsonl'))
    .map((name) => path.dirname(path.join(root, name)));
};

/** Folder of the only run's records. */
export async function recordsOf(at: Pick<Scene, 'repo'>): Promise<string> {
  const [folder, ...others] = await runsOf(at);
  if (folder === undefined || others.length > 0) {
    throw new Error(`expected one run, found ${String(others.length + (folder === undefined ? 0 : 1))}`);
  }
  return folder;
}

export async function linesOf(at: Pick<Scene, 'repo'>): Promise<Line[]> {
  const text = await readFile(path.join(await recordsOf(at), 'journal.jsonl'), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => Line.parse(JSON.parse(line)));
}

const isOf = <T extends Event['type']>(event: Event, type: T): event is EventOf<T> => event.type === type;

export const eventsOf = async <T extends Event['type']>(
  at: Pick<Scene, 'repo'>,
  type: T,
): Promise<EventOf<T>[]> => (await linesOf(at)).flatMap(({ event }) => (isOf(event, type) ? [event] : []));

export const reportOf = async (at: Pick<Scene, 'repo'>): Promise<Report> =>
  Report.parse(JSON.parse(await readFile(path.join(await recordsOf(at), 'report.json'), 'utf8')));

/** US dollars that the journal knows of. */
export const spentIn = async (at: Pick<Scene, 'repo'>): Promise<number> =>
  (await eventsOf(at, 'model.called')).reduce((sum, { usage }) => sum + (usage.usd ?? 0), 0);
