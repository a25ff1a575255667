import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Detail } from '../../../src/view/page/detail.ts';
import type { Shown } from './shown.ts';

type Kind = Detail['kind'];
type Of<K extends Kind> = Extract<Detail, { kind: K }>;
type State<K extends Kind> = Of<K> | 'reading' | 'none';

/** A diff, a transcript or a log; `again` reads it anew when it changes. */
export function useDetail<K extends Kind>(
  { source, run }: Shown,
  kind: K,
  name: string,
  again: unknown = null,
): State<K> {
  const key = `${kind}/${name}`;
  const [read, setRead] = useState<{ readonly key: string; readonly state: State<K> } | null>(null);
  useEffect(() => {
    let wanted = true;
    const tell = (detail: Detail | null): void => {
      if (wanted) {
        setRead({ key, state: detail !== null && isOf(detail, kind) ? detail : 'none' });
      }
    };
    source.detail(run, key).then(tell, () => tell(null));
    return () => {
      wanted = false;
    };
  }, [source, run, key, again]);
  return read?.key === key ? read.state : 'reading';
}

const isOf = <K extends Kind>(detail: Detail, kind: K): detail is Of<K> => detail.kind === kind;

/** Says that something is not there, and where it can be had. */
export function Missing({
  source,
  children,
}: {
  readonly source: Shown['source'];
  readonly children: ComponentChildren;
}) {
  return (
    <p class="soft">
      {children}
      {source.only !== null && source.left > 0
        ? ' This file had no room for it: orchestrate ui shows it.'
        : ''}
    </p>
  );
}
