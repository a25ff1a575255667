import type { Configuration } from '../config/effective.ts';
import type { RoleSettings } from '../config/roles.ts';
import type { ModelSettings } from '../config/models.ts';
import { checkpointOf } from '../domain/ids.ts';
import type { Run } from '../domain/run.ts';
import type { Limit as Setting } from '../domain/settings.ts';
import type { Limit, Spent } from '../model/account.ts';
import { createBudget, type Budget, type BudgetOptions } from '../model/budget.ts';
import type { ModelEntry } from '../model/entry.ts';
import { withFallbacks } from '../model/fallback.ts';
import { createGates, type GateLimits, type Gates } from '../model/gate.ts';
import { createLessonBook } from '../model/lessons.ts';
import { metered } from '../model/metered.ts';
import type { Model } from '../model/model.ts';
import { createModel, gateKey, type ModelDeps } from '../model/openai.ts';
import type { Models } from '../run/models.ts';
import { requirePrices } from './require-prices.ts';

type Configured = Pick<Configuration, 'models' | 'roles' | 'entries'> & Partial<Pick<Configuration, 'added'>>;

/** What keeps limits: within this process, or with those of other machines. */
export type Limiters = {
  readonly gates: (limitsOf: (key: string) => GateLimits) => Gates;
  readonly budget: (options: BudgetOptions) => Budget;
};

export const ALONE: Limiters = { gates: createGates, budget: createBudget };

/**
 * The models of a configuration as the run asks for them: one gate for each provider key, one budget for the run that
 * goes on from `spent`, by account. Throws ConfigError where money is limited and a price is unknown.
 */
export function configuredModels(
  configuration: Configured,
  { settings }: Pick<Run, 'settings'>,
  spent: Readonly<Record<string, Spent>> = {},
  limiters: Limiters = ALONE,
): Models {
  requirePrices(configuration, settings);
  const { checkpoint, attempt } = settings;
  const limits = { run: limitOf(settings), checkpoint: limitOf(checkpoint), attempt: limitOf(attempt) };
  const budget = limiters.budget({ limits, spent });
  const model = modelsByAlias(configuration, limiters);
  return ({ alias, role, attempt: id }, account) =>
    metered(
      atTemperature(model(inForce(alias, role, configuration)), temperatureOf(role, configuration)),
      budget,
      id === null ? {} : { attempt: id, checkpoint: account ?? checkpointOf(id) },
    );
}

/** A conversation that began with a model that is configured no more goes on with one that serves its role now. */
function inForce(alias: string, role: string, configured: Configured): string {
  const serves = roleOf(role, configured)?.routes.medium;
  return alias in configured.models ? alias : (serves?.[0] ?? alias);
}

const temperatureOf = (role: string, configured: Configured): number | undefined =>
  roleOf(role, configured)?.temperature;

const roleOf = (role: string, { roles, added = [] }: Configured): RoleSettings | undefined =>
  Object.entries(roles).find(([name]) => name === role)?.[1] ?? added.find(({ name }) => name === role);

/** A role's own temperature counts before the model's. */
const atTemperature = (model: Model, temperature: number | undefined): Model =>
  temperature === undefined
    ? model
    : {
        ...(model.estimate && { estimate: model.estimate.bind(model) }),
        name: model.name,
        get window() {
          return model.window;
        },
        complete: async (request, options) => model.complete({ temperature, ...request }, options),
      };

const limitOf = ({ budget, tokens, minutes }: Setting): Limit => ({
  ...(budget !== null && { usd: budget }),
  ...(tokens !== null && { tokens }),
  ...(minutes !== null && { minutes }),
});

/** Each model with its fallbacks, made once: what one conversation finds out about a server holds for the others. */
function modelsByAlias({ models }: Configured, limiters: Limiters): (alias: string) => Model {
  const lessons = createLessonBook();
  const gates = gatesOf(Object.values(models), limiters);
  const settingsOf = (alias: string): ModelSettings => {
    const settings = models[alias];
    if (!settings) {
      throw new Error(`no model ${alias} is configured`);
    }
    return settings;
  };
  const single = once((alias) => {
    const settings = settingsOf(alias);
    const entry = entryOf(settings);
    return createModel(entry, { gate: gates.of(gateKey(entry)), lessons, ...depsOf(settings) });
  });
  return once((alias) => {
    const { fallbacks } = settingsOf(alias);
    return fallbacks.length > 0 ? withFallbacks([single(alias), ...fallbacks.map(single)]) : single(alias);
  });
}

function once(make: (alias: string) => Model): (alias: string) => Model {
  const made = new Map<string, Model>();
  return (alias) => {
    const model = made.get(alias) ?? make(alias);
    made.set(alias, model);
    return model;
  };
}

/** Everybody with the same key at the same address shares a rate limit. */
function gatesOf(models: readonly ModelSettings[], limiters: Limiters): Gates {
  const allowed = new Map(models.map((settings) => [gateKey(entryOf(settings)), settings.allowed]));
  return limiters.gates((key): GateLimits => {
    const { perMinute: { requests, tokens } = {}, atOnce } = allowed.get(key) ?? {};
    return {
      ...(requests !== undefined && { requestsPerMinute: requests }),
      ...(tokens !== undefined && { tokensPerMinute: tokens }),
      ...(atOnce !== undefined && { concurrency: atOnce }),
    };
  });
}

export const entryOf = (settings: ModelSettings): ModelEntry => {
  const {
    provider: _provider,
    edit: _edit,
    fallbacks: _fallbacks,
    allowed: _allowed,
    retries: _retries,
    patience: _patience,
    ...entry
  } = settings;
  return entry;
};

/** How patient a model's calls are, in the words of the model layer. */
export function depsOf({ retries = {}, patience = {} }: ModelSettings): ModelDeps {
  const { failures, limits, wait, longest, asked } = retries;
  const { firstByte, idle } = patience;
  return {
    retries: {
      ...(failures !== undefined && { retries: failures }),
      ...(limits !== undefined && { rateLimitRetries: limits }),
      ...(wait !== undefined && { baseMs: wait }),
      ...(longest !== undefined && { longestMs: longest }),
      ...(asked !== undefined && { longestAskedMs: asked }),
    },
    patience: {
      ...(firstByte !== undefined && { firstByteMs: firstByte }),
      ...(idle !== undefined && { idleMs: idle }),
    },
  };
}
