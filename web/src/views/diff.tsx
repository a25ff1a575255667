import { useMemo, useState } from 'preact/hooks';
import { parsePatch } from '../../../src/domain/patch/parse.ts';
import type { FilePatch } from '../../../src/domain/patch/patch.ts';
import { generatedKind } from '../../../src/domain/patch/generated.ts';
import { sizeOf } from '../../../src/view/page/sides.ts';
import { ASK, useAsked } from '../keys.ts';
import { Missing, useDetail } from '../parts/detail.tsx';
import { FilePart, isOpen } from '../parts/diff-file.tsx';
import { FindingList, type Remark } from '../parts/finding.tsx';
import type { AttemptFact } from '../../../src/view/report.ts';
import type { OfAttempt } from '../parts/attempt.ts';
import type { Shown } from '../parts/shown.ts';

export function DiffTab({ shown, attempt }: OfAttempt) {
  return attempt === undefined || attempt.commit === null || attempt.commit === attempt.base ? (
    <p class="soft">{attempt ? 'This attempt has changed nothing so far.' : 'No attempt has begun yet.'}</p>
  ) : (
    <Diff shown={shown} attempt={attempt} name={`${attempt.base}..${attempt.commit}`} />
  );
}

type DiffProps = { readonly shown: Shown; readonly attempt: AttemptFact; readonly name: string };

/** Files that are shown opened at first; the others open when asked. */
const MOST_OPEN = 20;

function Diff({ shown, attempt, name }: DiffProps) {
  const detail = useDetail(shown, 'diff', name);
  const [sides, setSides] = useState(false);
  useAsked(ASK.sides, () => setSides((now) => !now));
  const text = typeof detail === 'string' ? '' : detail.text;
  const files = useMemo(() => parsePatch(text), [text]);
  const remarks = remarksOf(attempt);
  if (typeof detail === 'string') {
    return detail === 'reading' ? (
      <p class="soft">Reading the diff …</p>
    ) : (
      <Missing source={shown.source}>This diff is not here.</Missing>
    );
  }
  const homeless = remarks.filter((r) => !files.some((file) => file.path === r.file));
  return (
    <>
      <div class="toolbar">
        <span class="soft">{totalOf(files)}</span>
        <span class="choice" role="group" aria-label="Form of the diff">
          <button class="button" type="button" aria-pressed={!sides} onClick={() => setSides(false)}>
            One column
          </button>
          <button class="button" type="button" aria-pressed={sides} onClick={() => setSides(true)}>
            Side by side
          </button>
        </span>
      </div>
      {homeless.length > 0 && <FindingList remarks={homeless} />}
      {files.map((file, i) => (
        <FilePart
          key={`${file.path} ${file.status}`}
          file={file}
          sides={sides}
          remarks={remarks.filter((r) => r.file === file.path)}
          state={i < MOST_OPEN && isOpen(file, generatedKind(file.path)) ? 'open' : 'closed'}
          kind={generatedKind(file.path)}
        />
      ))}
      {detail.cut !== null && <p class="soft">{detail.cut}</p>}
    </>
  );
}

function totalOf(files: readonly FilePatch[]): string {
  const sizes = files.map(sizeOf);
  const [plus, minus] = [sizes.reduce((n, s) => n + s.added, 0), sizes.reduce((n, s) => n + s.removed, 0)];
  return `${String(files.length)} ${files.length === 1 ? 'file' : 'files'}, +${String(plus)} −${String(minus)}`;
}

/** What reviewers and the guard said of it, each with its place. The last word of a finding's id counts. */
const remarksOf = ({ reviews, guard }: AttemptFact): Remark[] => [
  ...reviews.flatMap((review, i) =>
    review.findings.map((f) => ({
      file: f.file,
      line: f.line ?? null,
      weight: f.severity,
      from: `Round ${String(i + 1)}, ${f.role ?? review.model}`,
      text: f.problem,
      more: f.suggestion ?? '',
    })),
  ),
  ...guard.map((f) => ({
    file: f.file,
    line: f.line ?? null,
    weight: f.level === 'forbidden' ? ('blocking' as const) : ('note' as const),
    from: `Guard, ${f.rule}`,
    text: f.detail,
    more: '',
  })),
];
