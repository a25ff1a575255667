import type { Event } from './event.ts';

/** What a coder noted about the repository in work that has landed: a claim, until a person takes it over. */
export type Proposal = { readonly attempt: string; readonly text: string };

/** The notes of what has landed, each once, in the order in which it landed; what `memory` holds already is left out. */
export function proposalsOf(events: Iterable<Event>, memory = ''): Proposal[] {
  const noted = new Map<string, readonly string[]>();
  const proposals = new Map<string, Proposal>();
  const known = new Set(entriesOf(memory));
  for (const event of events) {
    if (event.type === 'attempt.submitted') {
      noted.set(event.attempt, event.notes);
    }
    if (event.type === 'checkpoint.landed') {
      for (const text of (noted.get(event.attempt) ?? []).map(oneLine)) {
        if (text !== '' && !known.has(text) && !proposals.has(text)) {
          proposals.set(text, { attempt: event.attempt, text });
        }
      }
    }
  }
  return [...proposals.values()];
}

/** The memory with more entries; whatever else its file holds stays as it is. */
export function withEntries(memory: string, texts: readonly string[]): string {
  const start = memory === '' || memory.endsWith('\n') ? memory : `${memory}\n`;
  return `${start}${texts.map((text) => `- ${oneLine(text)}\n`).join('')}`;
}

const entriesOf = (memory: string): string[] =>
  memory.split('\n').flatMap((line) => (line.startsWith('- ') ? [line.slice(2).trim()] : []));

const oneLine = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');
