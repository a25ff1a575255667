// The moments that a run was killed at, by phase and by the kind of the latest event, and the table of them.
import { Event } from '../../dist/lib/domain/event.js';

/** Kinds of events; `nothing` is before the first one of a process. */
export const kinds = ['nothing', ...Event.options.map((option) => option.shape.type.value)];

/** Phases by what they are part of. */
const FAMILIES = [
  ['event', /^event\./],
  ['line', /^line\./],
  ['write', /^(?:write|file)\./],
  ['tool', /^tool\./],
  ['command', /^command\./],
  ['git', /^git\./],
];

/** Right after an event was written, that one is the latest. */
const split = (moment) => {
  const [phase, kind] = moment.split('@');
  return { phase, kind: phase.startsWith('event.') ? phase.slice('event.'.length) : kind };
};

/** Every phase of `moments` after each kind of event but the wanted ones: what is not to be tried. */
export function unwanted(moments, wanted) {
  const phases = new Set([...moments].map((moment) => split(moment).phase));
  return [...phases]
    .flatMap((phase) => kinds.map((kind) => `${phase}@${kind}`))
    .filter((moment) => !wanted.includes(split(moment).kind));
}

const count = (moments, kind, sign) =>
  [...moments].map(split).filter((m) => m.kind === kind && (!sign || sign.test(m.phase))).length;
const row = ([first, ...cells]) =>
  `  ${first.padEnd(22)}${cells.map((cell) => String(cell).padStart(10)).join('')}`;

/** Kinds of events by families of phases: how many moments were tried, and how many of a kind converged. */
export function tableOf(tried, converged) {
  const [reached, missed] = [true, false].map((is) => kinds.filter((kind) => count(tried, kind) > 0 === is));
  const cells = (kind) => FAMILIES.map(([, sign]) => count(tried, kind, sign) || '·');
  return [
    row(['latest event', ...FAMILIES.map(([name]) => name), 'all', 'converged']),
    ...reached.map((kind) => row([kind].concat(cells(kind), count(tried, kind), count(converged, kind)))),
    `  not reached: ${missed.length === 0 ? 'none' : missed.join(', ')}`,
  ].join('\n');
}
