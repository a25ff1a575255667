import type { Configuration } from '../config/effective.ts';
import type { ModelSettings } from '../config/models.ts';
import { checkpointOf } from '../domain/ids.ts';
import type { Run } from '../domain/run.ts';
import { createBudget } from '../model/budget.ts';
import type { ModelEntry } from '../model/entry.ts';
import { withFallbacks } from '../model/fallback.ts';
import { createGates } from '../model/gate.ts';
import { createLessonBook } from '../model/lessons.ts';
import { metered } from '../model/metered.ts';
import type { Model } from '../model/model.ts';
import { createModel } from '../model/openai.ts';
import type { OnWait } from '../model/wait.ts';
import type { Models } from '../run/models.ts';

/** The models of a configuration as the run asks for them: one gate for each provider key, one budget for the run. */
export function configuredModels(
  configuration: Pick<Configuration, 'models'>,
  run: Pick<Run, 'settings' | 'spent'>,
  onWait: OnWait = () => undefined,
): Models {
  const gates = createGates();
  const lessons = createLessonBook();
  const { budget: usd, minutes } = run.settings;
  const budget = createBudget({
    limits: { run: { ...(usd === null ? {} : { usd }), ...(minutes === null ? {} : { minutes }) } },
    spent: { run: { spend: run.spent, minutes: 0 } },
  });
  const made = new Map<string, Model>();
  const single = (alias: string): Model => {
    const settings = configuration.models[alias];
    if (!settings) {
      throw new Error(`no model ${alias} is configured`);
    }
    const entry = entryOf(settings);
    const known = made.get(alias) ?? createModel(entry, { gate: gates.of(gateKey(entry)), lessons, onWait });
    made.set(alias, known);
    return known;
  };
  return ({ alias, attempt }) => {
    const fallbacks = configuration.models[alias]?.fallbacks ?? [];
    const model =
      fallbacks.length > 0 ? withFallbacks([single(alias), ...fallbacks.map(single)]) : single(alias);
    return metered(model, budget, attempt === null ? {} : { attempt, checkpoint: checkpointOf(attempt) });
  };
}

/** Who shares a rate limit: everybody with the same key at the same address. */
const gateKey = ({ baseUrl, apiKey }: ModelEntry): string => `${baseUrl} ${apiKey}`;

export const entryOf = (settings: ModelSettings): ModelEntry => {
  const { provider: _provider, edit: _edit, fallbacks: _fallbacks, ...entry } = settings;
  return entry;
};
