import type { EventOf } from '../domain/event.ts';
import { accent, bad, faint, fit, good, row, strong, type Row } from './row.ts';
import type { Entry } from './watch.ts';

const COLUMNS = 160;

/** Every call of a tool: when, by whom, what was decided on which ground, what came of it. */
export function renderAudit(entries: readonly Entry[]): Row[] {
  const rows = entries.flatMap(({ at, event }) => (event.type === 'tool.called' ? [callRow(at, event)] : []));
  return rows.length > 0 ? rows : [row('No call of a tool is recorded for this run.')];
}

function callRow(at: string, event: EventOf<'tool.called'>): Row {
  const { conversation, tool, decision, rule, input } = event;
  const allowed = decision === 'allow';
  return fit(
    row(
      faint(at.slice(11, 19)),
      ` ${conversation.padEnd(16)} `,
      allowed ? good('ran    ') : bad('refused'),
      ` ${rule.padEnd(9)} `,
      strong(tool.padEnd(8)),
      accent(` ${input}`),
      faint(`  ${outcome(event)}`),
    ),
    COLUMNS,
  );
}

const outcome = ({
  ok,
  ms,
  bytes,
  exit,
  killed,
  hidden,
  sandbox,
  network = [],
}: EventOf<'tool.called'>): string =>
  [
    exit === undefined ? (ok ? 'ok' : 'failed') : `exit ${String(exit)}`,
    `${String(ms)} ms`,
    `${String(bytes)} bytes`,
    ...(killed === undefined ? [] : [`killed: ${killed}`]),
    ...(hidden === undefined ? [] : [`${String(hidden)} hidden characters`]),
    ...(sandbox === undefined ? [] : [`sandbox ${sandbox}`]),
    ...network,
  ].join(', ');
