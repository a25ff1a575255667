import type { Delta } from '../model/model.ts';
import type { Caller } from '../run/models.ts';
import type { Screen } from './shown.ts';

const KEPT = 2_000;

/** Joins the pieces of a reply into what a worker says right now. */
export function toLive(screen: Pick<Screen, 'live'>): (caller: Caller, delta: Delta) => void {
  const said = new Map<string, string>();
  return ({ role, attempt, conversation }, { kind, text }) => {
    const key = `${conversation} ${kind}`;
    const all = `${said.get(key) ?? ''}${text}`.slice(-KEPT);
    said.set(key, all);
    screen.live({ role, attempt, kind: kind === 'call' ? 'tool' : 'text', text: all });
  };
}
