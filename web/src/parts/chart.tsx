import { useEffect, useRef } from 'preact/hooks';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { ASK, useAsked } from '../keys.ts';
import { clock } from '../../../src/view/figures.ts';
import { useLatest } from '../latest.ts';

type ChartProps = {
  /** What is drawn, for whoever does not see it. */
  readonly label: string;
  /** Milliseconds since 1970, rising. */
  readonly at: readonly number[];
  /** From when on time is counted, as they are. */
  readonly start: number;
  readonly values: readonly number[];
  /** A line that must not be crossed; null where there is none. */
  readonly limit: number | null;
  readonly format: (value: number) => string;
  readonly version: number;
};

const HEIGHT = 220;

/** A line over time, that tells its value where the pointer is. */
export function Chart(props: ChartProps) {
  const { label, at, values, format } = props;
  const latest = useLatest(props);
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot | null>(null);
  const draw = (): void => {
    const el = box.current;
    if (el) {
      plot.current?.destroy();
      plot.current = new UPlot(options(latest, el), data(latest.current), el);
    }
  };
  useEffect(() => {
    const el = box.current;
    if (!el) {
      return undefined;
    }
    const watcher = new ResizeObserver(draw);
    watcher.observe(el);
    const scheme = window.matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', draw);
    return () => {
      watcher.disconnect();
      scheme.removeEventListener('change', draw);
      plot.current?.destroy();
      plot.current = null;
    };
  }, []);
  useAsked(ASK.theme, () => window.setTimeout(draw));
  useEffect(() => plot.current?.setData(data(props)), [props.version]);
  const last = values.at(-1) ?? 0;
  return (
    <div
      ref={box}
      class="chart"
      role="img"
      aria-label={`${label}: ${format(last)} after ${String(at.length)} calls`}
    />
  );
}

const data = ({ at, start, values, limit }: ChartProps): UPlot.AlignedData => [
  at.map((ms) => (ms - start) / 1000),
  [...values],
  ...(limit === null ? [] : [at.map(() => limit)]),
];

/** What the picture has to reach up to: the limit, too, once it is near. */
function highest({ values, limit }: ChartProps): number {
  const most = values.at(-1) ?? 0;
  return Math.max(most, limit !== null && limit < most * 2.5 ? limit : 0) * 1.08 || 1;
}

/** Seconds between two marks of the time. */
const STEPS = [1, 5, 15, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14_400, 43_200, 86_400, 604_800];

const spanOf = ({ at, start }: ChartProps): number => ((at.at(-1) ?? start) - start) / 1000;

function options(latest: { readonly current: ChartProps }, el: HTMLElement): UPlot.Options {
  const { format, limit } = latest.current;
  const style = getComputedStyle(el);
  const color = (name: string): string => style.getPropertyValue(name);
  const axis = {
    stroke: color('--soft'),
    grid: { stroke: color('--line'), width: 1 },
    ticks: { show: false },
  };
  return {
    width: el.clientWidth,
    height: HEIGHT,
    legend: { show: true, live: true },
    cursor: { y: false },
    scales: {
      x: { time: false },
      y: { range: () => [0, highest(latest.current)] },
    },
    axes: [
      { ...axis, incrs: STEPS, values: (_, ticks) => ticks.map((second) => clock(second * 1000)) },
      { ...axis, size: 64, values: (_, ticks) => ticks.map(format) },
    ],
    series: [
      { label: 'after', value: (_, second) => clock(1000 * (second ?? spanOf(latest.current))) },
      {
        label: 'so far',
        stroke: color('--accent'),
        fill: color('--accent-wash'),
        width: 2,
        points: { show: false },
        value: (_, value) => format(value ?? latest.current.values.at(-1) ?? 0),
      },
      ...(limit === null
        ? []
        : [
            {
              label: 'budget',
              stroke: color('--bad'),
              dash: [4, 4],
              points: { show: false },
              value: () => format(limit),
            },
          ]),
    ],
  };
}
