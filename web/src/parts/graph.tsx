import { graphlib, layout } from '@dagrejs/dagre';
import { useMemo } from 'preact/hooks';
import type { Progress } from '../../../src/domain/progress.ts';
import type { Run } from '../../../src/domain/run.ts';
import { toCheckpoint } from '../route.ts';
import { lookOf, wordOf } from '../../../src/view/page/place.ts';
import { SHAPE } from './state.tsx';

const WIDE = 232;
const HIGH = 46;
const LETTERS = 24;

type Point = { readonly x: number; readonly y: number };
type Placed = {
  readonly width: number;
  readonly height: number;
  readonly nodes: ReadonlyMap<string, Point>;
  readonly edges: readonly {
    readonly from: string;
    readonly to: string;
    readonly points: readonly Point[];
  }[];
};

/** The plan as boxes and arrows. Each box leads to its checkpoint. */
export function PlanGraph({ name, run }: { readonly name: string; readonly run: Run }) {
  const { progress } = run;
  const shape = progress.map(({ checkpoint: { id, after } }) => `${id}<${after.join(',')}`).join(' ');
  const placed = useMemo(() => place(progress), [shape]);
  return (
    <div class="card graph" tabIndex={0} role="region" aria-label="Plan as a graph">
      <svg width={placed.width} height={placed.height} role="list" aria-label="Checkpoints of the plan">
        <defs>
          <marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path class="tip" d="M0 0 8 4 0 8z" />
          </marker>
        </defs>
        {placed.edges.map(({ from, to, points }) => (
          <path
            key={`${from} ${to}`}
            class="edge"
            d={curve(points)}
            marker-end="url(#tip)"
            aria-hidden="true"
          />
        ))}
        {progress.map((p) => (
          <Node
            key={p.checkpoint.id}
            p={p}
            word={wordOf(p, run)}
            name={name}
            at={placed.nodes.get(p.checkpoint.id) ?? { x: 0, y: 0 }}
          />
        ))}
      </svg>
    </div>
  );
}

type NodeProps = { readonly p: Progress; readonly word: string; readonly name: string; readonly at: Point };

function Node({ p, word, name, at }: NodeProps) {
  const { id, title, after } = p.checkpoint;
  const look = lookOf(p);
  const says = `${id} ${title}: ${word}${after.length > 0 ? `, after ${after.join(', ')}` : ''}`;
  return (
    <g role="listitem" transform={`translate(${String(at.x - WIDE / 2)} ${String(at.y - HIGH / 2)})`}>
      <a class={`node look-${look}`} href={toCheckpoint(name, id)}>
        <title>{says}</title>
        <rect class="box" width={WIDE} height={HIGH} rx="8" />
        <g class="icon" transform="translate(10 15)">
          {SHAPE[look]}
        </g>
        <text class="node-id" x="34" y="19">
          {id} · {word.length > LETTERS + 4 ? `${word.slice(0, LETTERS + 2)}…` : word}
        </text>
        <text x="34" y="35">
          {title.length > LETTERS + 2 ? `${title.slice(0, LETTERS)}…` : title}
        </text>
      </a>
    </g>
  );
}

function place(progress: readonly Progress[]): Placed {
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: 14, ranksep: 56, marginx: 12, marginy: 12 });
  graph.setDefaultEdgeLabel(() => ({}));
  const ids = new Set(progress.map((p) => p.checkpoint.id));
  for (const { checkpoint } of progress) {
    graph.setNode(checkpoint.id, { width: WIDE, height: HIGH });
  }
  for (const { checkpoint } of progress) {
    checkpoint.after.filter((id) => ids.has(id)).forEach((id) => graph.setEdge(id, checkpoint.id));
  }
  layout(graph);
  const { width = 0, height = 0 } = written<{ width?: number; height?: number }>(graph.graph());
  const at = (id: string): Point => written<Point>(graph.node(id));
  const edges = graph.edges().map(({ v, w }) => {
    const [from, to] = [at(v), at(w)];
    const { points = [] } = written<{ points?: Point[] }>(graph.edge({ v, w }));
    const bends = points.length > 3 ? points.slice(1, -1) : [];
    const ends = { from: { x: from.x + WIDE / 2, y: from.y }, to: { x: to.x - WIDE / 2, y: to.y } };
    return { from: v, to: w, points: [ends.from, ...bends, ends.to] };
  });
  return { width, height, nodes: new Map([...ids].map((id) => [id, at(id)])), edges };
}

/** What the layout wrote into the graph, whose types say that it may be anything. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/no-unnecessary-type-parameters
const written = <T,>(value: unknown): T => value as T;

/** Leaves a box at its right side and comes in at the left one, level there and at each bend. */
function curve([first, ...rest]: readonly Point[]): string {
  if (!first) {
    return '';
  }
  const steps = rest.map((p, i) => {
    const from = rest[i - 1] ?? first;
    const middle = (from.x + p.x) / 2;
    return `C${spot({ x: middle, y: from.y })} ${spot({ x: middle, y: p.y })} ${spot(p)}`;
  });
  return `M${spot(first)} ${steps.join(' ')}`;
}

const spot = ({ x, y }: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
