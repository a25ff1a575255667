import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CheckStatus } from '../../src/domain/check.ts';
import { Event, Failure, Outcome, PauseReason } from '../../src/domain/event.ts';
import { End, endLine, eventLine } from '../../src/view/json.ts';

const page = readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8');

/** What stands below a heading, up to the next heading of any depth. */
const below = (heading: string): string => page.split(`\n${heading}\n`)[1]?.split(/\n#+ /)[0] ?? '';
const documented = page
  .split('\n## ')
  .filter((part) => part.startsWith('The events'))
  .flatMap((part) => [...part.matchAll(/^### (.+)$/gm)].map(([, type = '']) => type));
const fields = (text: string): string[] => [...text.matchAll(/^\| `(\w+)`/gm)].map(([, name = '']) => name);
const example = (text: string): string => /```json\n(.*)\n```/.exec(text)?.[1] ?? '';
const schemas = Event.options.map((schema) => ({
  type: schema.shape.type.value,
  shape: Object.keys(schema.shape),
}));
const Flat = z.looseObject({ seq: z.number(), at: z.iso.datetime() });

describe('the page about events', () => {
  it('has every type, in the order of the schema, and no other', () => {
    expect(documented).toEqual(schemas.map((s) => s.type));
  });

  it.each(schemas)('tells every field of $type', ({ type, shape }) => {
    expect(fields(below(`### ${type}`))).toEqual(shape.filter((name) => name !== 'type'));
  });

  it.each(schemas)('has an example of $type just as it is printed', ({ type }) => {
    const line = example(below(`### ${type}`));
    const { seq, at, ...event } = Flat.parse(JSON.parse(line));
    expect(event['type']).toBe(type);
    expect(eventLine({ seq, at, event: Event.parse(event) })).toBe(line);
  });

  it('tells the end record in full, with an example just as it is printed', () => {
    const text = below('## The end record');
    expect(fields(text)).toEqual(Object.keys(End.shape).filter((name) => name !== 'type'));
    expect(endLine(End.parse(JSON.parse(example(text))))).toBe(example(text));
  });

  it('names every word that a field can hold', () => {
    expect(fields(below('## Check results'))).toEqual(CheckStatus.options);
    for (const [heading, words] of [
      ['### attempt.failed', Failure.options],
      ['### run.paused', PauseReason.options],
      ['### run.ended', Outcome.options],
    ] as const) {
      expect(words.filter((word) => !below(heading).includes(`\`${word}\``))).toEqual([]);
    }
  });
});
