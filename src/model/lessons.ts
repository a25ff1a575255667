import type { Compat } from './entry.ts';

/** What the refusals of one endpoint and model have taught. */
export type Lessons = {
  readonly compat: Partial<Compat>;
  /** Parameters of the request that are left out. */
  readonly drop: readonly string[];
  /** Keywords that are taken out of the tools' schemas. */
  readonly schemaDrop: readonly string[];
  /** The most tokens that a reply may ask for. */
  readonly maxTokens?: number;
  /** Context window in tokens, as an overflow told it. */
  readonly window?: number;
  /** The API that the server does have. */
  readonly api?: 'chat';
  /** Each lesson in words, in the order learned. */
  readonly told: readonly string[];
};

export type Lesson = Partial<Omit<Lessons, 'told'>> & { readonly told: string };

/** Keeps lessons by endpoint and model; share one among all models of a process. */
export type LessonBook = { of(key: string): Lessons; learn(key: string, lesson: Lesson): void };

const none: Lessons = { compat: {}, drop: [], schemaDrop: [], told: [] };

export function createLessonBook(): LessonBook {
  const known = new Map<string, Lessons>();
  const of = (key: string): Lessons => known.get(key) ?? none;
  return {
    of,
    learn(key, { told, compat, drop = [], schemaDrop = [], ...rest }) {
      const before = of(key);
      known.set(key, {
        ...before,
        ...rest,
        compat: { ...before.compat, ...compat },
        drop: [...before.drop, ...drop],
        schemaDrop: [...before.schemaDrop, ...schemaDrop],
        told: [...before.told, told],
      });
    },
  };
}
