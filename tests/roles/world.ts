import { readFileSync } from 'node:fs';
import { runAgent, type Agent } from '../../src/agent/loop.ts';
import { Checkpoint } from '../../src/domain/plan.ts';
import type { Message } from '../../src/domain/transcript.ts';
import { call, says, scripted, type Step } from '../../src/model/scripted.ts';

const never = new AbortController().signal;

const file = (role: string): string =>
  readFileSync(new URL(`../../roles/${role}.md`, import.meta.url), 'utf8').replaceAll('\r\n', '\n');

/** The prompt of a role as it ships: the text below the front matter. */
export const promptOf = (role: string): string =>
  file(role)
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .trim();

export const toolNamesOf = (role: string): string[] =>
  /^tools: \[(.*)\]$/m.exec(file(role))?.[1]?.split(', ') ?? [];

export const checkpoint = (more: Partial<Checkpoint> = {}): Checkpoint =>
  Checkpoint.parse({
    id: 'c2',
    title: 'Skip comment lines',
    goal: 'In src/parse.js, lines that begin with # are no settings.',
    acceptance: ['a line that begins with # is skipped', 'a # inside a value is kept'],
    files: ['src/parse.js', 'test/parse.test.js'],
    ...more,
  });

/** Plays a role with a scripted model, to its end or to the end of the script. */
export async function play<T>(agent: Agent<T>, steps: readonly Step[], brief = 'brief') {
  const { model, requests } = scripted(...steps);
  const transcript: Message[] = [];
  const result = await runAgent(agent, brief, {
    model,
    signal: never,
    stopping: never,
    messages: [],
    record: async (message) => {
      transcript.push(message);
      return Promise.resolve();
    },
    billed: async () => Promise.resolve(),
  });
  return { result, requests, transcript };
}

export const finishes = (input: unknown): Step => says('', call('finish', input));

/** What the role said to a hand-in that it refused. */
export const refusal = (transcript: readonly Message[]): string =>
  transcript.flatMap((m) => (m.role === 'tool' && !m.ok ? [m.text] : [])).join('\n');
