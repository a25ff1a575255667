import type { Assistant, Call, Message } from '../domain/transcript.ts';
import { spend, nothing } from '../domain/usage.ts';
import { count, money, tokens } from './figures.ts';
import { linesOf } from './printable.ts';
import { accent, bad, blank, faint, fit, good, row, strong, type Row } from './row.ts';

const COLUMNS = 120;

/** A conversation for reading: words in full, the fixed prompt and the calls of tools folded to a line each. */
export const renderTranscript = (messages: readonly Message[]): Row[] =>
  messages.flatMap((message, i) => [
    ...(i > 0 && message.role !== 'tool' ? [blank] : []),
    ...messageRows(message),
  ]);

function messageRows(message: Message): Row[] {
  switch (message.role) {
    case 'system':
      return [folded(row(strong('system'), '  '), message.text)];
    case 'user':
      return [row(strong('told')), ...words(message.text)];
    case 'assistant':
      return assistantRows(message);
    case 'tool':
      return [folded(row('    ', message.ok ? good('ok') : bad('failed'), '  '), message.text)];
  }
}

function assistantRows({ text, calls, reasoning, bill }: Assistant): Row[] {
  const cost = bill
    ? `  ${bill.model} · ${tokens(bill.usage.input)} in, ${tokens(bill.usage.output)} out · ${money(spend(nothing, bill.usage))}`
    : '';
  return [
    row(strong('said'), faint(cost)),
    ...(reasoning === undefined || reasoning === '' ? [] : [folded(row(faint('  thinks  ')), reasoning)]),
    ...words(text),
    ...calls.map(callRow),
  ];
}

const callRow = ({ tool, input, invalid }: Call): Row =>
  fit(
    row('  → ', accent(tool), ` ${invalid === undefined ? (JSON.stringify(input) ?? '') : `(${invalid})`}`),
    COLUMNS,
  );

const words = (text: string): Row[] =>
  text === '' ? [] : linesOf(text).map((line) => (line === '' ? blank : row(`  ${line}`)));

/** The first line, and how many follow. */
function folded(head: Row, text: string): Row {
  const [first = '', ...more] = linesOf(text.trim());
  const rest = more.length === 0 ? '' : ` (+ ${count(more.length, 'line')})`;
  return [...fit([...head, ...row(first)], COLUMNS), ...row(faint(rest))];
}
