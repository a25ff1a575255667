import { z } from 'zod';
import { eventLine } from '../../src/view/json.ts';
import { plain, row } from '../../src/view/row.ts';
import type { Seen } from './checks.ts';
import { playKind } from './kind.ts';

const Print = z.object({ text: z.string() });
const Log = z.object({ record: z.unknown() });

const logged = (record: unknown): string =>
  eventLine({
    seq: 0,
    at: new Date(0).toISOString(),
    event: { type: 'run.paused', reason: 'person', detail: JSON.stringify(record) },
  });

playKind('terminal', async ({ tool, args }): Promise<Seen> => {
  if (tool === 'log') {
    const line = logged(Log.parse(args).record);
    return Promise.resolve({ log: line, printed: line, records: line.split('\n').length });
  }
  return Promise.resolve({ printed: plain(row(Print.parse(args).text)) });
});
