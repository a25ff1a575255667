import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { eventLine } from '../../src/view/json.ts';
import { plain, row } from '../../src/view/row.ts';
import { T0 } from './story.ts';

const file = resolve(process.env['ORCHESTRATE_CASES'] ?? '../shared/cases', 'attack/terminal.json');
const Cases = z.array(
  z.looseObject({
    id: z.string(),
    title: z.string(),
    tool: z.enum(['print', 'log']),
    args: z.looseObject({ text: z.string().optional(), record: z.looseObject({}).optional() }),
    check: z.array(z.looseObject({ t: z.string(), text: z.string().optional(), n: z.number().optional() })),
  }),
);
const absent = !existsSync(file);

const printed = (text: string): string => plain(row(text));
const logged = (record: unknown): string =>
  eventLine({
    seq: 0,
    at: new Date(T0).toISOString(),
    event: { type: 'run.paused', reason: 'person', detail: JSON.stringify(record) },
  });

const UNSEEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/u;
const HOLDS: Readonly<
  Record<string, (shown: string, check: { text?: string | undefined; n?: number | undefined }) => boolean>
> = {
  'no-control': (shown) => !UNSEEN.test(shown),
  'no-invisible': (shown) => !UNSEEN.test(shown),
  'printed-lacks': (shown, { text = '' }) => !shown.includes(text),
  'printed-has': (shown, { text = '' }) => shown.includes(text),
  'single-line-entries': (shown) => !/[\r\n]/.test(shown),
  'log-records': (shown, { n }) => shown.split('\n').length === n,
};

it.skipIf(absent)(`terminal text from outside does nothing but show (cases in ${file})`, () => {
  const cases = Cases.parse(JSON.parse(readFileSync(file, 'utf8')));
  const broken = cases.flatMap(({ id, tool, args, check }) => {
    const shown = tool === 'print' ? printed(args.text ?? '') : logged(args.record);
    return check.filter((c) => !(HOLDS[c.t]?.(shown, c) ?? false)).map((c) => `${id}: ${c.t}`);
  });
  expect(broken).toEqual([]);
  expect(cases.length).toBeGreaterThan(0);
});
