/** A checkpoint as its line in the list shows it. `state` is in words: todo, working, landed, blocked and so on. */
export type TodoItem = {
  readonly id: string;
  readonly title: string;
  readonly state: string;
  readonly after: readonly string[];
};

/** `plan.md`: what there is to do, a ticked box for what has landed. */
export function todoList(title: string, items: readonly TodoItem[]): string {
  const landed = items.filter(isLanded).length;
  return [
    `# ${oneLine(title)}`,
    '',
    `${String(landed)} of ${String(items.length)} landed. This list is written by orchestrate; edit plan.yaml instead.`,
    '',
    ...items.map(todoLine),
    '',
  ].join('\n');
}

function todoLine(item: TodoItem): string {
  const state = isLanded(item) || item.state === 'todo' ? '' : ` (${item.state})`;
  const after = item.after.length === 0 ? '' : `, after ${item.after.join(', ')}`;
  return `- [${isLanded(item) ? 'x' : ' '}] **${item.id}** ${oneLine(item.title)}${state}${after}`;
}

const isLanded = ({ state }: TodoItem): boolean => state === 'landed';

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
