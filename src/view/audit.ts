import type { EventOf } from '../domain/event.ts';
import { accent, bad, faint, fit, good, row, strong, type Row } from './row.ts';
import type { Entry } from './watch.ts';

/** Of what a tool was called with: the journal holds more, and what came of it is never cut. */
const COLUMNS = 80;

/** Every call of a tool: when, by whom, what was decided on which ground, what came of it. */
export function renderAudit(entries: readonly Entry[]): Row[] {
  const rows = entries.flatMap(({ at, event }) => (event.type === 'tool.called' ? callRows(at, event) : []));
  return rows.length > 0 ? rows : [row('No call of a tool is recorded for this run.')];
}

function callRows(at: string, event: EventOf<'tool.called'>): Row[] {
  const { conversation, tool, decision, rule, input, network = [] } = event;
  const allowed = decision === 'allow';
  return [
    row(
      faint(at.slice(11, 19)),
      ` ${conversation.padEnd(16)} `,
      allowed ? good('ran    ') : bad('refused'),
      ` ${rule.padEnd(9)} `,
      strong(tool.padEnd(8)),
      ' ',
      ...fit(row(accent(input)), COLUMNS),
      faint(`  ${outcome(event)}`),
    ),
    ...network.map((line) => row(faint(' '.repeat(26)), `network: ${line}`)),
  ];
}

const outcome = ({ ok, ms, bytes, exit, killed, refused, hidden, sandbox }: EventOf<'tool.called'>): string =>
  [
    exit === undefined ? (ok ? 'ok' : 'failed') : `exit ${String(exit)}`,
    `${String(ms)} ms`,
    `${String(bytes)} bytes`,
    ...(killed === undefined ? [] : [`killed: ${killed}`]),
    ...(refused === undefined ? [] : [`no more ${refused}`]),
    ...(hidden === undefined ? [] : [`${String(hidden)} hidden characters`]),
    ...(sandbox === undefined ? [] : [`sandbox ${sandbox}`]),
  ].join(', ');
