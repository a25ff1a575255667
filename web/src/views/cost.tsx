import { useMemo } from 'preact/hooks';
import { perAccepted } from '../../../src/view/costs.ts';
import { briefMoney, dollars, money, took, tokens } from '../../../src/view/figures.ts';
import type { Taken } from '../../../src/view/page/story.ts';
import { spendOf } from '../../../src/view/spend-fact.ts';
import { Chart } from '../parts/chart.tsx';
import { Bar } from '../parts/text.tsx';
import { toCheckpoint } from '../route.ts';
import type { Shown } from '../parts/shown.ts';

export function Cost({ shown }: { readonly shown: Shown }) {
  const { story, version } = shown.state;
  const { run, series } = story;
  const each = perAccepted(run.spent, run.progress.filter((p) => p.at === 'landed').length);
  const priced = run.spent.unpriced < run.spent.calls;
  return (
    <>
      <div class="page-head">
        <h1>Cost</h1>
        <p class="soft">
          {money(run.spent, run.settings.budget)} · {tokens(run.spent.input)} tokens in (
          {tokens(run.spent.cached)} of them cached), {tokens(run.spent.output)} out
          {each === null || each.usd === null
            ? ''
            : ` · ${each.complete ? '' : 'at least '}${dollars(each.usd)} for each that landed`}
        </p>
      </div>
      {series.at.length > 1 && (
        <section class="card">
          <h2>{priced ? 'Spent over time' : 'Tokens over time'}</h2>
          <Chart
            label={priced ? 'US dollars spent so far, over time' : 'Tokens so far, over time'}
            at={series.at}
            start={story.seen.startedAt}
            values={priced ? series.usd : series.tokens}
            limit={priced ? run.settings.budget : null}
            format={priced ? dollars : tokens}
            version={version}
          />
        </section>
      )}
      <ByModel all={story.taken()} />
      <Dearest shown={shown} />
    </>
  );
}

const sharesOf = (all: readonly Taken[], of: (taken: Taken) => string): [string, number, number][] => {
  const sums = new Map<string, [number, number]>();
  for (const taken of all) {
    const [usd, count] = sums.get(of(taken)) ?? [0, 0];
    sums.set(of(taken), [usd + taken.spent.usd, count + taken.spent.input + taken.spent.output]);
  }
  return [...sums].map(([name, [usd, count]]) => [name, usd, count]);
};

function ByModel({ all }: { readonly all: readonly Taken[] }) {
  const unpriced = all.every(({ spent }) => spent.usd === 0);
  return (
    <section class="card">
      <h2>By role and model</h2>
      <Shares name="Role" unpriced={unpriced} shares={sharesOf(all, ({ role }) => role)} />
      <Shares name="Model" unpriced={unpriced} shares={sharesOf(all, ({ model }) => model)} />
      <div class="scroll" tabIndex={0} role="region" aria-label="By role and model">
        <table class="table">
          <thead>
            <tr>
              <th>Role</th>
              <th>Model</th>
              <th class="num">Calls</th>
              <th class="num">In</th>
              <th class="num">Cached</th>
              <th class="num">Out</th>
              <th class="num">Time</th>
              <th class="num">Cost</th>
            </tr>
          </thead>
          <tbody>
            {all.map(({ role, model, spent, ms }) => (
              <tr key={`${role} ${model}`}>
                <td>{role}</td>
                <td>{model}</td>
                <td class="num">{spent.calls}</td>
                <td class="num">{tokens(spent.input)}</td>
                <td class="num">{tokens(spent.cached)}</td>
                <td class="num">{tokens(spent.output)}</td>
                <td class="num">{took(ms)}</td>
                <td class="num">{briefMoney(spent)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

type SharesProps = {
  readonly name: string;
  readonly unpriced: boolean;
  readonly shares: readonly (readonly [name: string, usd: number, tokens: number])[];
};

/** A bar of what each took, by money where prices are known and by tokens otherwise, with its words. */
function Shares({ name, unpriced, shares }: SharesProps) {
  const value = ([, usd, all]: SharesProps['shares'][number]): number => (unpriced ? all : usd);
  const all = shares.reduce((sum, share) => sum + value(share), 0);
  const sorted = shares.toSorted((a, b) => value(b) - value(a));
  return (
    <div class="shares">
      <h3>{name}</h3>
      <Bar parts={sorted.map((share, i) => ({ of: value(share), class: `series-${String(i % 6)}` }))} />
      <p class="legend">
        {sorted.map((share, i) => (
          <span key={share[0]}>
            <span class={`swatch series-${String(i % 6)}`} aria-hidden="true" /> {share[0]}{' '}
            <span class="soft">
              {unpriced ? tokens(share[2]) : dollars(share[1])}
              {all > 0 ? ` · ${String(Math.round((value(share) / all) * 100))} %` : ''}
            </span>
          </span>
        ))}
      </p>
    </div>
  );
}

const MOST = 12;

function Dearest({ shown }: { readonly shown: Shown }) {
  const { story, version } = shown.state;
  const rows = useMemo(() => {
    const facts = story.run.progress.flatMap((p) =>
      p.started > 0 ? (story.factOf(p.checkpoint.id) ?? []) : [],
    );
    const size = (f: (typeof facts)[number]): number =>
      (f.spent.usd ?? 0) * 1e9 + f.spent.input + f.spent.output;
    return facts.toSorted((a, b) => size(b) - size(a)).slice(0, MOST);
  }, [version]);
  return rows.length === 0 ? null : (
    <section class="card">
      <h2>What took the most</h2>
      <div class="scroll" tabIndex={0} role="region" aria-label="What took the most">
        <table class="table">
          <thead>
            <tr>
              <th>Checkpoint</th>
              <th class="num">Attempts</th>
              <th class="num">Tokens</th>
              <th class="num">Cost</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((fact) => (
              <tr key={fact.id}>
                <td>
                  <a href={toCheckpoint(shown.run, fact.id)}>
                    <span class="id">{fact.id}</span> {fact.title}
                  </a>
                </td>
                <td class="num">{fact.attempts.length}</td>
                <td class="num">{tokens(fact.spent.input + fact.spent.output)}</td>
                <td class="num">{briefMoney(spendOf(fact.spent))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
