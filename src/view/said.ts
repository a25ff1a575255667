import { row, type Row, type Span } from './row.ts';

/**
 * One line about something that happened, `at` milliseconds of work since the run began. Where only trouble is asked
 * for, `news` is left out.
 */
export type Said = {
  readonly at: number;
  readonly who: string;
  readonly weight: 'news' | 'problem' | 'end';
  readonly row: Row;
};

export type Piece = string | Span | undefined;
/** Something to say, before it is known when and of whom it is said. */
export type Line = Omit<Said, 'at' | 'who'> & { readonly who?: string };

export const news = (...parts: Piece[]): Line => ({ weight: 'news', row: row(...parts) });
export const problem = (...parts: Piece[]): Line => ({ weight: 'problem', row: row(...parts) });
