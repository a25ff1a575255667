/**
 * A moment in the midst of something: the program may die there, and going on must come to the same end. `half` does one
 * half of the step that follows, where a step can be cut in two.
 */
export type Moment = {
  /** Such as `tool.begun`, `git.update-ref.ended`, `write.plan.yaml`; after an event of the journal `event.` and its type. */
  readonly phase: string;
  /** Of an event: its number. */
  readonly seq?: number;
  readonly half?: () => void;
};

const listeners = new Set<(moment: Moment) => void>();

/** Says where the program is, in the turn in which it is there. Costs nothing while nobody listens. */
export function reached(phase: string, more: Omit<Moment, 'phase'> = {}): void {
  listeners.forEach((listener) => listener({ phase, ...more }));
}

/** Calls back at every moment, for as long as the process lives. */
export function onMoment(listener: (moment: Moment) => void): void {
  listeners.add(listener);
}
