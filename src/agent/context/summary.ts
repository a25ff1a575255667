import type { Message } from '../../domain/transcript.ts';
import type { Model } from '../../model/model.ts';
import type { Asked } from '../ask.ts';
import type { Failed } from '../result.ts';
import { fit } from './fit.ts';
import { markMessage, openSummary } from './marks.ts';
import { masked, viewOf } from './view.ts';

const SHARE = 0.5;

/** Who sums a conversation up, and what it is asked. */
export type Summarizer = { readonly model: Model; readonly prompt: string };

/** How a summary is had and what it is joined with. */
export type Summarising = {
  readonly prompt: string;
  readonly ask: (messages: readonly Message[]) => Promise<Asked | Failed>;
  readonly billed: (reply: Asked) => Promise<void>;
  /** What must not be lost, to the letter. */
  readonly pinned: () => readonly string[];
};

export type Scope = {
  /** Place of the first message that stays. */
  readonly from: number;
  /** `whole`: as it was sent last, so that the provider's cache hits; `short`: without long results of tools. */
  readonly request: 'whole' | 'short';
  /** Tokens that the conversation may have in all; bounds the summary. */
  readonly window: number;
};

type Transcript = {
  readonly messages: readonly Message[];
  readonly push: (message: Message) => Promise<void>;
};

/**
 * Has the conversation summed up, as one more message of it, and goes on from the summary. Each step is recorded, so
 * that a restart goes on in the middle. A summary that cannot be had ends the conversation.
 */
export async function summarise(
  { messages, push }: Transcript,
  sum: Summarising,
  { from, request, window }: Scope,
): Promise<Failed | undefined> {
  if (!openSummary(messages)) {
    await push(markMessage({ kind: 'summarised', from }));
  }
  let last = messages.at(-1);
  if (last?.role !== 'assistant') {
    const view = viewOf(messages);
    const shown = request === 'whole' ? view : view.map(masked);
    const asked = await sum.ask([...shown, { role: 'user', text: sum.prompt }]);
    if ('end' in asked) {
      return tooLong(`no summary could be had: ${asked.detail}`);
    }
    const { text, bill } = asked.message;
    last = { role: 'assistant', text, calls: [], ...(bill ? { bill } : {}) };
    await push(last);
    await sum.billed({ ...asked, message: last });
  }
  if (last.text.trim() === '') {
    return tooLong('its summary was empty');
  }
  const text = fit(last.text, { window: window * SHARE, beside: 1 });
  await push({ role: 'user', text: goingOn(text, sum.pinned()) });
  return undefined;
}

const tooLong = (why: string): Failed => ({
  end: 'overflow',
  detail: `the conversation grew too long, and ${why}`,
});

/** What stands in place of everything between the brief and the last messages. */
const goingOn = (summary: string, pinned: readonly string[]): string =>
  [
    'The conversation up to here was too long to go on with. The task above stands as it was; the work done since is in the files.',
    ...(pinned.length > 0 ? [`Kept to the letter:\n${pinned.map((p) => `- ${p}`).join('\n')}`] : []),
    `In sum:\n${summary.trim()}`,
    'Go on from there. What you read before is no longer in sight: read again what you need.',
  ].join('\n\n');
