import type { Passage } from './proxy.ts';

/** A command may ask as often as it likes; what is kept of it has an end. */
const MOST_KEPT = 1_000;
const MOST_TOLD = 20;

/** The ways out that one command asked for. */
export class Passages {
  readonly #kept: Passage[] = [];
  #more = 0;

  note(passage: Passage): void {
    if (this.#kept.length < MOST_KEPT) {
      this.#kept.push(passage);
    } else {
      this.#more += 1;
    }
  }

  /** One line for each verdict on each target, the verdict first. */
  told(): string[] {
    const groups = new Map<string, Passage[]>();
    for (const passage of this.#kept) {
      const what = verdictOf(passage);
      groups.set(what, [...(groups.get(what) ?? []), passage]);
    }
    const lines = [...groups].map(([what, all]) => `${what}${times(all)}${weight(all)}`);
    const left = this.#more + lines.length - Math.min(lines.length, MOST_TOLD);
    return [...lines.slice(0, MOST_TOLD), ...(left > 0 ? [`and ${String(left)} more`] : [])];
  }
}

const verdictOf = ({ target, verdict, because }: Passage): string =>
  `${verdict} ${target.replaceAll(/[^ -~]/g, '?')}${because === undefined ? '' : ` (${because})`}`;

const times = (all: readonly Passage[]): string => (all.length > 1 ? ` ${String(all.length)} times` : '');

function weight(all: readonly Passage[]): string {
  const sum = (of: 'sent' | 'received'): number => all.reduce((so, passage) => so + passage[of], 0);
  const [sent, received] = [sum('sent'), sum('received')];
  return sent + received > 0 ? `, ${String(sent)} bytes out and ${String(received)} in` : '';
}
