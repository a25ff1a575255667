import type { Message } from '../../domain/transcript.ts';

const OPENING = 'From the person who runs this: ';

/** Words of a person in the middle of a conversation: they outlive every summary. */
export const fromPerson = (text: string): Message => ({ role: 'user', text: `${OPENING}${text}` });

export const wordsOfPersons = (messages: readonly Message[]): string[] =>
  messages.flatMap((m) => (m.role === 'user' && m.text.startsWith(OPENING) ? [m.text] : []));
