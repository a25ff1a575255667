import type { CheckResult } from '../../../src/domain/check.ts';
import { checkMark, checkWords } from '../../../src/view/words.ts';

type CheckLineProps = {
  readonly name: string;
  readonly result: CheckResult;
  readonly base: CheckResult | null;
};

export function CheckLine({ name, result, base }: CheckLineProps) {
  const { text, tone } = checkMark(result, base);
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span class={`tone-${tone ?? 'faint'}`}>{text}</span> <span class="soft">{checkWords(result)}</span>
      </dd>
    </div>
  );
}
