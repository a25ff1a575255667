import type { Readable, Writable } from 'node:stream';
import { isCancel, select, text } from '@clack/prompts';
import type { Progress } from '../domain/progress.ts';
import type { Wish } from '../domain/wish.ts';
import type { Need } from '../view/needs.ts';
import { printable } from '../view/printable.ts';

/** What a person at the keyboard is shown and asked by. */
export type Desk = {
  readonly keyboard: Readable;
  readonly terminal: Writable;
  /** Ends the questions, as turning away does. */
  readonly signal: AbortSignal;
  readonly planFile: string;
  readonly plan: readonly Pick<Progress, 'checkpoint'>[];
  /** Whether there is a planner to make another plan. */
  readonly planner: 'there' | 'none';
  /** What is wrong with the plan as it stands in its file; undefined where nothing is. */
  readonly planTrouble: () => Promise<string | undefined>;
  /** Prints a checkpoint's diff, check and verdict. */
  readonly show: (checkpoint: string) => Promise<void>;
};

/** What they say to each thing that waits for them; nothing for what is left for later. */
export async function settle(needs: readonly Need[], desk: Desk): Promise<Wish[]> {
  const wishes: Wish[] = [];
  for (const need of needs) {
    const wish = await settleOne(need, desk);
    if (wish === null) {
      break;
    }
    wishes.push(wish);
  }
  return wishes;
}

async function settleOne(need: Need, desk: Desk): Promise<Wish | null> {
  switch (need.need) {
    case 'plan':
      return aboutPlan(desk);
    case 'approval':
      return aboutChange(need, desk);
    case 'answer':
      return anAnswer(need, desk);
  }
}

const LATER = { value: 'later', label: 'Later', hint: 'orchestrate resume goes on' } as const;

async function aboutPlan(desk: Desk): Promise<Wish | null> {
  const file = `  Edit it first if you like: ${desk.planFile}`;
  desk.terminal.write(`${[...planLines(desk.plan), '', file].join('\n')}\n`);
  const said = await choice(desk, 'Go on with this plan?', [
    { value: 'yes', label: 'Yes' },
    ...(desk.planner === 'there'
      ? [{ value: 'no', label: 'No: the planner is to make another' } as const]
      : []),
    LATER,
  ]);
  const trouble = said === 'yes' ? await desk.planTrouble() : undefined;
  if (trouble !== undefined) {
    desk.terminal.write(`${trouble}\n`);
    return aboutPlan(desk);
  }
  return said === 'yes'
    ? { wish: 'approve', checkpoint: null }
    : said === 'no'
      ? declining(null, 'What should be different?', desk)
      : null;
}

async function aboutChange(
  { checkpoint, title }: Extract<Need, { need: 'approval' }>,
  desk: Desk,
): Promise<Wish | null> {
  desk.terminal.write(
    `\n  ${checkpoint}, ${printable(title)}: the check is green, and the reviewer accepts it.\n`,
  );
  const said = await choice(desk, `Let ${checkpoint} land?`, [
    { value: 'yes', label: 'Yes' },
    { value: 'look', label: 'Look at it first', hint: 'its diff, check and verdict' },
    { value: 'no', label: 'No: back to its coder' },
    LATER,
  ]);
  switch (said) {
    case 'yes':
      return { wish: 'approve', checkpoint };
    case 'look':
      await desk.show(checkpoint);
      return aboutChange({ need: 'approval', checkpoint, title }, desk);
    case 'no':
      return declining(checkpoint, 'What should its coder do?', desk);
    case 'later':
    case null:
      return null;
  }
}

async function anAnswer(
  { checkpoint, question }: Extract<Need, { need: 'answer' }>,
  desk: Desk,
): Promise<Wish | null> {
  const words = await line(desk, `${checkpoint ?? 'The planner'} asks: ${printable(question)}`);
  return words === '' ? null : { wish: 'answer', checkpoint, text: words };
}

async function declining(checkpoint: string | null, message: string, desk: Desk): Promise<Wish | null> {
  const words = await line(desk, message);
  return words === '' ? null : { wish: 'decline', checkpoint, text: words };
}

type Option<V> = { readonly value: V; readonly label: string; readonly hint?: string };

async function choice<V extends string>(
  { keyboard, terminal, signal }: Desk,
  message: string,
  options: readonly Option<V>[],
): Promise<V | null> {
  const said = await select<string>({
    message,
    options: [...options],
    input: keyboard,
    output: terminal,
    signal,
  });
  return isCancel(said) ? null : (options.find(({ value }) => value === said)?.value ?? null);
}

/** An empty line, or turning away, is for later. */
async function line({ keyboard, terminal, signal }: Desk, message: string): Promise<string> {
  const said = await text({
    message,
    placeholder: 'Enter alone: later',
    input: keyboard,
    output: terminal,
    signal,
  });
  return isCancel(said) ? '' : said.trim();
}

const MOST_LINES = 40;

function planLines(plan: Desk['plan']): string[] {
  const lines = plan.map(({ checkpoint: { id, title, after } }) =>
    printable(`  ${id.padEnd(4)} ${title}${after.length > 0 ? ` (after ${after.join(', ')})` : ''}`),
  );
  const more = lines.length - MOST_LINES;
  return ['', ...lines.slice(0, MOST_LINES), ...(more > 0 ? [`  … and ${String(more)} more`] : [])];
}
