/** Something that was said about a place in a diff. */
export type Remark = {
  readonly file: string;
  readonly line: number | null;
  readonly weight: 'blocking' | 'note';
  readonly from: string;
  readonly text: string;
  readonly more: string;
};

/** Findings one below the other, with their place where they do not stand at it. */
export const FindingList = ({ remarks }: { readonly remarks: readonly Remark[] }) => (
  <ul class="plain findings">
    {remarks.map((remark, i) => (
      <li key={i}>
        <Finding remark={remark} place />
      </li>
    ))}
  </ul>
);

export function Finding({ remark, place }: { readonly remark: Remark; readonly place?: boolean }) {
  const { file, line, weight, from, text, more } = remark;
  return (
    <div class={`finding finding-${weight}`}>
      <p class="finding-head">
        <span class={`pill tone-${weight === 'blocking' ? 'bad' : 'faint'}`}>{weight}</span>{' '}
        <span class="soft">{from}</span>
        {place === true && file !== '' && (
          <>
            {' '}
            <code>{line === null ? file : `${file}:${String(line)}`}</code>
          </>
        )}
      </p>
      <p class="prose">{text}</p>
      {more !== '' && <p class="prose soft">→ {more}</p>}
    </div>
  );
}
