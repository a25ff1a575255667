import type { Measured } from '../../../src/view/report.ts';
import { checkWords, weightMark } from '../../../src/view/words.ts';

type CheckLineProps = { readonly name: string; readonly check: Pick<Measured, 'result' | 'weight'> };

export function CheckLine({ name, check: { result, weight } }: CheckLineProps) {
  const { text, tone } = weightMark(result, weight);
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span class={`tone-${tone ?? 'faint'}`}>{text}</span> <span class="soft">{checkWords(result)}</span>
      </dd>
    </div>
  );
}
