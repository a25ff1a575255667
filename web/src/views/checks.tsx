import { useState } from 'preact/hooks';
import type { CheckResult } from '../../../src/domain/check.ts';
import type { Measured } from '../../../src/view/report.ts';
import { checkWords, short, weightMark } from '../../../src/view/words.ts';
import { Missing, useDetail } from '../parts/detail.tsx';
import { Fold, Output } from '../parts/text.tsx';
import type { Shown } from '../parts/shown.ts';
import type { OfAttempt } from '../parts/attempt.ts';

export function Checks({ shown, attempt }: OfAttempt) {
  const checks = attempt?.checks ?? [];
  return (
    <>
      {checks.length === 0 && <p class="soft">No check has run on this attempt.</p>}
      {checks.toReversed().map((check, i) => (
        <section key={`${check.commit} ${String(i)}`} class="card">
          <CheckPart shown={shown} check={check} />
        </section>
      ))}
      {attempt?.baseTests && (
        <section class="card">
          <h2>The base's own tests on the new source</h2>
          <p class="soft">{attempt.baseTests.files.join(', ')}</p>
          {attempt.baseTests.differs.length > 0 && (
            <>
              <h3>Fail only as they were at the base</h3>
              <ul>
                {attempt.baseTests.differs.map((name) => (
                  <li key={name}>{name}</li>
                ))}
              </ul>
            </>
          )}
          <Result shown={shown} result={attempt.baseTests.result} />
        </section>
      )}
    </>
  );
}

function CheckPart({
  shown,
  check: { commit, result, weight },
}: {
  readonly shown: Shown;
  readonly check: Measured;
}) {
  const { text, tone } = weightMark(result, weight);
  return (
    <>
      <h2>
        <span class={`tone-${tone ?? 'faint'}`}>{text}</span> <span class="soft">on {short(commit)}</span>
      </h2>
      <Result shown={shown} result={result} />
    </>
  );
}

/** Failing tests first, then the end of the output, the whole of it on request. */
function Result({ shown, result }: { readonly shown: Shown; readonly result: CheckResult }) {
  const { tests, tail, flaky = [] } = result;
  const failures = tests?.failures ?? [];
  return (
    <>
      <p>{checkWords(result)}</p>
      {result.hint !== undefined && <p class="reason">{result.hint}</p>}
      {failures.length > 0 && (
        <ul class="plain failures">
          {failures.map(({ name, detail }) => (
            <li key={name}>
              <p class="tone-bad">{name}</p>
              {detail !== undefined && detail !== '' && <Output text={detail} label={`What ${name} says`} />}
            </li>
          ))}
        </ul>
      )}
      {flaky.length > 0 && <p class="soft">Failed in one of two runs: {flaky.join(', ')}</p>}
      {(tests?.skips.length ?? 0) > 0 && (
        <Fold title={`${String(tests?.skipped)} skipped`}>
          {() => (
            <ul>
              {tests?.skips.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          )}
        </Fold>
      )}
      {tail !== '' && (
        <Fold
          title="End of the output"
          {...(failures.length === 0 && result.status !== 'passed' ? { open: 'at first' as const } : {})}
        >
          {() => <Output text={tail} label="End of the output" />}
        </Fold>
      )}
      {result.log !== '' && <WholeLog shown={shown} name={result.log.split(/[\\/]/).at(-1) ?? ''} />}
    </>
  );
}

function WholeLog({ shown, name }: { readonly shown: Shown; readonly name: string }) {
  const [wanted, setWanted] = useState(false);
  return wanted ? (
    <Log shown={shown} name={name} />
  ) : (
    <button class="button" type="button" onClick={() => setWanted(true)}>
      Whole output
    </button>
  );
}

function Log({ shown, name }: { readonly shown: Shown; readonly name: string }) {
  const log = useDetail(shown, 'log', name);
  if (typeof log === 'string') {
    return log === 'reading' ? (
      <p class="soft">Reading …</p>
    ) : (
      <Missing source={shown.source}>The log {name} is not here.</Missing>
    );
  }
  return (
    <>
      {log.cut !== null && <p class="soft">{log.cut}</p>}
      <Output text={log.text} label={name} />
    </>
  );
}
