import { z } from 'zod';
import { bad, blank, faint, good, row, strong, warn, type Row, type Span } from './row.ts';

/**
 * Something that was looked at. `bad` keeps a run from starting; `note` is worth knowing. `fix` is what to do about it, a
 * command where there is one.
 */
export const Finding = z.strictObject({
  part: z.enum(['machine', 'repository', 'settings', 'models']),
  what: z.string(),
  status: z.enum(['ok', 'note', 'bad']),
  says: z.string(),
  fix: z.string().optional(),
});
export type Finding = z.infer<typeof Finding>;

export const Diagnosis = z.strictObject({ ready: z.boolean(), findings: z.array(Finding) });
export type Diagnosis = z.infer<typeof Diagnosis>;

/** Findings about one thing. */
export function about(part: Finding['part'], what: string) {
  const found =
    (status: Finding['status']) =>
    (says: string, fix?: string): Finding => ({
      part,
      what,
      status,
      says,
      ...(fix === undefined ? {} : { fix }),
    });
  return { ok: found('ok'), note: found('note'), bad: found('bad') };
}

/** A run could start where nothing is bad. */
export const diagnosis = (findings: readonly Finding[]): Diagnosis => ({
  ready: findings.every(({ status }) => status !== 'bad'),
  findings: [...findings],
});

const MARK = {
  ok: good('ok'),
  note: warn('note'),
  bad: bad('bad'),
} as const satisfies Record<Finding['status'], Span>;

const WIDTH = 6;

export function renderDiagnosis({ ready, findings }: Diagnosis): Row[] {
  const parts = Finding.shape.part.options.flatMap((part) => {
    const own = findings.filter((finding) => finding.part === part);
    return own.length === 0 ? [] : [row(strong(part))].concat(own.flatMap(findingRows), [blank]);
  });
  return [
    ...parts,
    ready ? row(good('A run could start.')) : row(bad('No run could start'), ': mend what is marked bad.'),
  ];
}

function findingRows({ what, status, says, fix }: Finding): Row[] {
  const { text, tone } = MARK[status];
  const [first = '', ...more] = says.split('\n');
  return [
    row('  ', { text: text.padEnd(WIDTH), ...(tone ? { tone } : {}) }, strong(what), `: ${first}`),
    ...more.map((line) => row(' '.repeat(WIDTH + 2), line)),
    ...(fix ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line, i) => row(' '.repeat(WIDTH + 2), faint(i === 0 ? '→ ' : '  '), line)),
  ];
}
