import { useMemo } from 'preact/hooks';
import type { Progress } from '../../../src/domain/progress.ts';
import { clock, dollars, took } from '../../../src/view/figures.ts';
import { stretches, totals, type Span, type Stretch } from '../../../src/view/page/phases.ts';
import { lookOf } from '../../../src/view/page/place.ts';
import type { Story } from '../../../src/view/page/story.ts';
import { atRest } from '../../../src/view/watch.ts';
import { StateIcon } from '../parts/state.tsx';
import { Bar } from '../parts/text.tsx';
import { Virtual } from '../parts/virtual.tsx';
import { toCheckpoint } from '../route.ts';
import type { Shown } from '../parts/shown.ts';
import { useNow } from '../run-state.ts';

const ROW = 34;
const KINDS: readonly (readonly [Stretch['kind'], string])[] = [
  ['before', 'waiting for others'],
  ['worker', 'waiting for a worker'],
  ['coding', 'coding'],
  ['checking', 'checking'],
  ['reviewing', 'in review'],
  ['landing', 'landing'],
  ['person', 'waiting for you'],
];
const NAME = new Map(KINDS);

type Way = { readonly p: Progress; readonly all: readonly Stretch[] };

export function Timeline({ shown }: { readonly shown: Shown }) {
  const { story, version, live } = shown.state;
  const { run, seen } = story;
  const ticking = useNow(live && !atRest(run));
  const now = live && !atRest(run) ? Math.max(ticking, seen.lastAt) : seen.lastAt;
  const ways = useMemo(() => waysOf(story, now), [version, now]);
  const pauses = story.pausesUntil(now);
  const sums = useMemo(
    () =>
      totals(
        ways.flatMap(({ all }) => [...all]),
        pauses,
      ),
    [ways],
  );
  const frame = { from: seen.startedAt, to: Math.max(now, seen.startedAt + 1) };
  return (
    <div class="fill">
      <div class="page-head">
        <h1>Timeline</h1>
        <p class="soft">
          {ways.length === 0
            ? 'Nothing has begun yet.'
            : `${took(now - seen.startedAt)} from left to right, a line for each checkpoint, in the order in which work began.`}
        </p>
      </div>
      <section class="card">
        <h2>Where the time went</h2>
        <Bar parts={KINDS.map(([kind]) => ({ of: sums.get(kind)?.ms ?? 0, class: `phase-${kind}` }))} />
        <p class="legend">
          {KINDS.filter(([kind]) => (sums.get(kind)?.ms ?? 0) > 0).map(([kind, name]) => (
            <span key={kind}>
              <span class={`swatch phase-${kind}`} aria-hidden="true" /> {name}{' '}
              <span class="soft">
                {took(sums.get(kind)?.ms ?? 0)}
                {(sums.get(kind)?.usd ?? 0) > 0 ? ` · ${dollars(sums.get(kind)?.usd ?? 0)}` : ''}
              </span>
            </span>
          ))}
        </p>
      </section>
      {ways.length > 0 && <Scale frame={frame} />}
      <Virtual
        class="card tall timeline"
        items={ways}
        height={ROW}
        label="Timeline"
        row={(way) => <WayRow way={way} frame={frame} pauses={pauses} run={shown.run} />}
      />
    </div>
  );
}

function waysOf(story: Story, now: number): Way[] {
  const begun = (p: Progress): number =>
    story.phasesOf(p.checkpoint.id).find((phase) => phase.attempt !== null)?.from ?? Number.MAX_VALUE;
  return story.run.progress
    .map((p) => ({
      p,
      from: begun(p),
      all: stretches(story.phasesOf(p.checkpoint.id), {
        after: p.checkpoint.after,
        landings: story.landings,
        now,
      }),
    }))
    .toSorted((a, b) => a.from - b.from);
}

const TICKS = 4;

function Scale({ frame: { from, to } }: { readonly frame: Span }) {
  return (
    <div class="way scale" aria-hidden="true">
      <span />
      <span class="ticks">
        {Array.from({ length: TICKS + 1 }, (_, i) => (
          <span key={i}>{clock(((to - from) * i) / TICKS)}</span>
        ))}
      </span>
      <span />
    </div>
  );
}

/** Of a picture that is stretched to the width there is. */
const UNITS = 10_000;

type WayRowProps = {
  readonly way: Way;
  readonly frame: Span;
  readonly pauses: readonly Span[];
  readonly run: string;
};

function WayRow({ way: { p, all }, frame, pauses, run }: WayRowProps) {
  const { id, title } = p.checkpoint;
  const x = (time: number): number => ((time - frame.from) / (frame.to - frame.from)) * UNITS;
  const box = ({ from, to }: Span) => ({ x: x(from), width: Math.max(12, x(to) - x(from)) });
  const spent = all.reduce((sum, { usd }) => sum + usd, 0);
  const ms = all.reduce((sum, s) => sum + (s.attempt === null ? 0 : s.to - s.from), 0);
  return (
    <a class="way" href={toCheckpoint(run, id)}>
      <span class="cut">
        <StateIcon look={lookOf(p)} /> <span class="id">{id}</span> {title}
      </span>
      <svg viewBox={`0 0 ${String(UNITS)} 20`} preserveAspectRatio="none" aria-hidden="true">
        {pauses.map((pause) => (
          <rect key={pause.from} class="pause" y="0" height="20" {...box(pause)} />
        ))}
        {all.map((s) => (
          <rect
            key={`${String(s.from)} ${s.kind}`}
            class={`phase-${s.kind}`}
            y={WAITS.has(s.kind) ? 8.5 : 3}
            height={WAITS.has(s.kind) ? 3 : 14}
            {...box(s)}
          >
            <title>{told(s)}</title>
          </rect>
        ))}
      </svg>
      <span class="soft num" title="at work">
        {ms > 0 ? took(ms) : ''}
        {spent > 0 ? ` · ${dollars(spent)}` : ''}
      </span>
      <span class="hidden">{all.map(told).join(', ')}</span>
    </a>
  );
}

const WAITS: ReadonlySet<Stretch['kind']> = new Set(['before', 'worker', 'person']);

const told = (s: Stretch): string =>
  [
    s.attempt ?? '',
    s.for === null ? NAME.get(s.kind) : `waiting for ${s.for}`,
    took(s.to - s.from),
    s.usd > 0 ? dollars(s.usd) : '',
  ]
    .filter(Boolean)
    .join(' ');
