import { z } from 'zod';
import { eventLine } from '../../src/view/json.ts';
import { plain, row } from '../../src/view/row.ts';
import { carried } from './carried.ts';
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

playKind('terminal', async (one, scene): Promise<Seen> => {
  const { tool, args } = one;
  if (tool === 'log') {
    const line = logged(Log.parse(args).record);
    return { log: line, printed: line, records: line.split('\n').length };
  }
  return tool === 'print' ? { printed: plain(row(Print.parse(args).text)) } : carried(one, scene);
});
