import { useMemo, useState } from 'preact/hooks';
import type { GeneratedKind } from '../../../src/domain/patch/generated.ts';
import type { FilePatch, Hunk } from '../../../src/domain/patch/patch.ts';
import { highlighter, type Open, type Token } from '../../../src/view/page/highlight.ts';
import { sideBySide, sizeOf, unified, type DiffLine } from '../../../src/view/page/sides.ts';
import { Finding, type Remark } from './finding.tsx';

type FileProps = {
  readonly file: FilePatch;
  readonly sides: boolean;
  readonly remarks: readonly Remark[];
  readonly state: 'open' | 'closed';
  readonly kind: GeneratedKind | undefined;
};

/** Lines of a file that are drawn at first, and with each further request. */
const STEP = 400;
const linesIn = (file: FilePatch): number => file.hunks.reduce((n, hunk) => n + hunk.lines.length, 0);

export const isOpen = (file: FilePatch, kind: GeneratedKind | undefined): boolean =>
  kind === undefined && linesIn(file) <= 3 * STEP;

export function FilePart({ file, sides, remarks, state, kind }: FileProps) {
  const [open, setOpen] = useState(state === 'open');
  const { added, removed } = sizeOf(file);
  const name = file.from === undefined ? file.path : `${file.from} → ${file.path}`;
  return (
    <details class="file card" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <code>{name}</code>
        {file.status !== 'modified' && <span class="chip">{file.status}</span>}
        {kind !== undefined && <span class="chip">{kind}</span>}
        {remarks.length > 0 && (
          <span class="chip">
            {remarks.length === 1 ? '1 finding' : `${String(remarks.length)} findings`}
          </span>
        )}
        <span class="size">
          <span class="tone-good">+{added}</span> <span class="tone-bad">−{removed}</span>
        </span>
      </summary>
      {open && <Lines file={file} sides={sides && hasBoth(file)} remarks={remarks} />}
    </details>
  );
}

/** Where there is nothing to compare with, half of the page would be empty. */
const hasBoth = ({ status }: FilePatch): boolean => status !== 'added' && status !== 'deleted';

function Lines({ file, sides, remarks }: Pick<FileProps, 'file' | 'sides' | 'remarks'>) {
  const [most, setMost] = useState(STEP);
  const colours = useMemo(() => colour(file), [file]);
  const shown = useMemo(() => firstLines(file.hunks, most), [file, most]);
  const all = linesIn(file);
  const drawn = new Set(shown.flatMap((hunk) => hunk.lines.map(({ line }) => line)));
  const elsewhere = remarks.filter(({ line }) => line === null || !drawn.has(line));
  return (
    <>
      {elsewhere.map((remark, i) => (
        <Finding key={i} remark={remark} place />
      ))}
      {file.binary && <p class="soft pad">A binary file.</p>}
      {all === 0 && !file.binary && <p class="soft pad">{file.header.slice(1).join(', ')}</p>}
      <div class={sides ? 'lines sides' : 'lines'}>
        {shown.map((hunk, i) => (
          <HunkPart key={i} hunk={hunk} sides={sides} remarks={remarks} colours={colours} />
        ))}
      </div>
      {most < all && (
        <button class="button wide" type="button" onClick={() => setMost((now) => now + STEP * 2)}>
          Show more of {all - most} further lines
        </button>
      )}
    </>
  );
}

function firstLines(hunks: readonly Hunk[], most: number): Hunk[] {
  let left = most;
  return hunks.flatMap((hunk) => {
    const lines = hunk.lines.slice(0, left);
    left -= lines.length;
    return lines.length > 0 ? [{ ...hunk, lines }] : [];
  });
}

type Colours = ReadonlyMap<string, readonly Token[]>;
const keyOf = ({ kind, old, new: now }: DiffLine): string =>
  kind === 'removed' ? `-${String(old)}` : `+${String(now)}`;

/** Old and new lines are read apart: what one leaves open is no matter to the other. */
function colour(file: FilePatch): Colours {
  const read = highlighter(file.path);
  const colours = new Map<string, readonly Token[]>();
  for (const hunk of file.hunks) {
    const open: { old: Open; new: Open } = { old: null, new: null };
    for (const line of unified(hunk)) {
      const side = line.kind === 'removed' ? 'old' : 'new';
      const { tokens, open: left } = read(line.text, open[side]);
      open[side] = left;
      open.old = line.kind === 'context' ? left : open.old;
      colours.set(keyOf(line), tokens);
    }
  }
  return colours;
}

type HunkProps = Pick<FileProps, 'sides' | 'remarks'> & { readonly hunk: Hunk; readonly colours: Colours };

function HunkPart({ hunk, sides, remarks, colours }: HunkProps) {
  const at = (line: DiffLine | null): readonly Remark[] =>
    line === null || line.new === null ? [] : remarks.filter((r) => r.line === line.new);
  return (
    <>
      <div class="hunk">
        @@ {hunk.newStart} <span>{hunk.heading}</span>
      </div>
      {sides
        ? sideBySide(hunk).map(({ left, right }, i) => (
            <Pair key={i} left={left} right={right} colours={colours} remarks={at(right)} />
          ))
        : unified(hunk).map((line, i) => (
            <div key={i} class="line-with">
              <Line line={line} colours={colours} numbers="both" />
              {at(line).map((remark, n) => (
                <Finding key={n} remark={remark} />
              ))}
            </div>
          ))}
    </>
  );
}

type PairProps = {
  readonly left: DiffLine | null;
  readonly right: DiffLine | null;
  readonly colours: Colours;
  readonly remarks: readonly Remark[];
};

const Pair = ({ left, right, colours, remarks }: PairProps) => (
  <div class="line-with">
    <div class="pair">
      <Line line={left} colours={colours} numbers="old" />
      <Line line={right} colours={colours} numbers="new" />
    </div>
    {remarks.map((remark, n) => (
      <Finding key={n} remark={remark} />
    ))}
  </div>
);

type LineProps = {
  readonly line: DiffLine | null;
  readonly colours: Colours;
  readonly numbers: 'both' | 'old' | 'new';
};
const SIGN = { added: '+', removed: '−', context: ' ' } as const;
const TAG = { added: 'ins', removed: 'del', context: 'span' } as const;

/** Numbers and signs are drawn by the style, so that they are not copied along. */
function Line({ line, colours, numbers }: LineProps) {
  if (line === null) {
    return <div class="line none" />;
  }
  const Tag = TAG[line.kind];
  return (
    <div class={`line ${line.kind}`}>
      {numbers !== 'new' && <span class="no" data-no={line.old ?? ''} />}
      {numbers !== 'old' && <span class="no" data-no={line.new ?? ''} />}
      <span class="sign" data-no={SIGN[line.kind]} />
      <Tag class="code">
        {(colours.get(keyOf(line)) ?? []).map(({ kind, text }, i) =>
          kind === 'plain' ? (
            text
          ) : (
            <span key={i} class={`syn-${kind}`}>
              {text}
            </span>
          ),
        )}
      </Tag>
    </div>
  );
}
