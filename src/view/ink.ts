import { styleText } from 'node:util';
import type { Row, Tone } from './row.ts';

/** A colour each, and their use elsewhere (a picture, a page) by the same names. */
const FORMAT = {
  good: 'green',
  bad: 'red',
  warn: 'yellow',
  faint: 'gray',
  strong: 'bold',
  accent: 'cyan',
} as const satisfies Record<Tone, Parameters<typeof styleText>[0]>;

/** The line as the stream shows it best: coloured only where it is a terminal that wants colours. */
export const inked = (line: Row, stream: NodeJS.WritableStream): string =>
  line.map(({ text, tone }) => (tone ? styleText(FORMAT[tone], text, { stream }) : text)).join('');
