import type { Configuration } from '../config/effective.ts';
import type { ModelSettings } from '../config/models.ts';
import { route } from '../domain/route.ts';
import type { Run } from '../domain/run.ts';
import { nothing, spend, type Spend } from '../domain/usage.ts';
import { usdOf } from '../model/price.ts';

/** What coding and reviewing a plan may take: a likely range, and more than it can take while nothing is done twice. */
export type Estimate = { readonly low: Spend; readonly high: Spend; readonly worst: Spend };

/** How a conversation may go. Tokens: of the first request, that each turn adds, and of each reply. */
type Course = {
  readonly turns: number;
  readonly first: number;
  readonly growth: number;
  readonly output: number;
  /** Whether what was sent before comes from the provider's cache. */
  readonly cache: 'warm' | 'cold';
};
type Guess = { readonly attempts: number; readonly coder: Guessed; readonly reviewer: Guessed };
type Guessed = (model: Sized, turns: number) => Course;

/** A model as far as an estimate knows it. */
type Sized = Pick<ModelSettings, 'window' | 'maxTokens' | 'price'>;
type Served = Pick<Configuration, 'roles'> &
  Partial<Pick<Configuration, 'added'>> & { readonly models: Readonly<Record<string, Sized>> };

/** Where a model does not tell: tokens of its window, and of its longest reply. */
const WINDOW = 128_000;
const REPLY = 8_000;
/** Tokens of a first request and of what a turn adds, where nothing has been measured. */
const FIRST = 6_000;
const GROWTH = 1_500;
const OUTPUT = 400;

const toTheLimit: Guessed = ({ window = WINDOW, maxTokens = REPLY }, turns) => ({
  turns,
  first: window,
  growth: 0,
  output: maxTokens,
  cache: 'cold',
});

/** `run` has a plan and has cost something already: its calls so far tell how large a request is here. */
export function estimate(run: Pick<Run, 'progress' | 'settings' | 'spent'>, configuration: Served): Estimate {
  const first = run.spent.calls > 0 ? run.spent.input / run.spent.calls : FIRST;
  const { attempts } = run.settings;
  const upTo =
    (most: number): Guessed =>
    (_, turns) => ({ turns: Math.min(most, turns), first, growth: GROWTH, output: OUTPUT, cache: 'warm' });
  const total = (guess: Guess): Spend =>
    run.progress
      .map(({ checkpoint }) => ofCheckpoint(checkpoint.difficulty, guess, configuration))
      .reduce(sum, nothing);
  return {
    low: total({ attempts: 1, coder: upTo(8), reviewer: upTo(2) }),
    high: total({ attempts: Math.min(2, attempts), coder: upTo(25), reviewer: upTo(5) }),
    worst: total({ attempts, coder: toTheLimit, reviewer: toTheLimit }),
  };
}

function ofCheckpoint(
  difficulty: Parameters<typeof route>[1],
  guess: Guess,
  { roles, models, added = [] }: Served,
): Spend {
  const talk = (name: 'coder' | 'reviewer', failures: number, role = roles[name]): Spend => {
    const model = role && models[route(role.routes, difficulty, failures)];
    return model ? ofCourse(guess[name](model, role.turns), model) : nothing;
  };
  return Array.from({ length: guess.attempts }, (_, failures) =>
    [talk('reviewer', 0), ...added.map((one) => talk(one.kind, 0, one))].reduce(sum, talk('coder', failures)),
  ).reduce(sum, nothing);
}

function ofCourse({ turns, first, growth, output, cache }: Course, model: Sized): Spend {
  const { window = WINDOW, price } = model;
  let all = nothing;
  let before = 0;
  for (let turn = 0; turn < turns; turn++) {
    const input = Math.round(Math.min(window, first + turn * (growth + output)));
    const tokens = { input, cached: cache === 'warm' ? before : 0, output };
    all = spend(all, { ...tokens, usd: usdOf(tokens, price), estimated: true });
    before = input;
  }
  return all;
}

const sum = (a: Spend, b: Spend): Spend => ({
  calls: a.calls + b.calls,
  input: a.input + b.input,
  cached: a.cached + b.cached,
  output: a.output + b.output,
  usd: a.usd + b.usd,
  unpriced: a.unpriced + b.unpriced,
  estimated: a.estimated || b.estimated,
});
