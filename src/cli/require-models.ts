import type { Configuration } from '../config/effective.ts';
import { discoverLocal } from '../model/local.ts';
import { probe } from '../model/probe.ts';
import { PreflightError } from '../run/preflight.ts';
import { depsOf, entryOf } from './models.ts';
import { requirePrices } from './require-prices.ts';

type Wanted = Pick<Configuration, 'added' | 'entries' | 'lacks' | 'models' | 'roles' | 'settings'>;

/**
 * Each model that a role may use answers, or a PreflightError that names role, model and provider, and the way on. Where
 * money is limited and a price is unknown, nobody is asked: that is a ConfigError.
 */
export async function requireModels(wanted: Wanted): Promise<void> {
  if (wanted.lacks.length > 0) {
    throw new PreflightError([...wanted.lacks, await ways()].join('\n'));
  }
  requirePrices(wanted, wanted.settings);
  const signal = new AbortController().signal;
  const probed = await Promise.all(
    Object.values(wanted.models).map(async (model) => ({
      model,
      said: await probe(entryOf(model), { signal, deps: depsOf(model) }),
    })),
  );
  const problems = probed.flatMap(({ model, said }) =>
    said.ok
      ? []
      : [
          `${rolesOf(model.name, wanted)}: ${model.name} at ${model.provider} (${model.baseUrl}): ${said.message}`,
        ],
  );
  if (problems.length > 0) {
    throw new PreflightError(
      [...problems, 'What is amiss, each with its fix: orchestrate doctor'].join('\n'),
    );
  }
}

function rolesOf(alias: string, { roles, added }: Wanted): string {
  const served = [...Object.entries(roles), ...added.map((one) => [one.name, one] as const)]
    .filter(([, role]) => Object.values(role.routes).some((ladder) => ladder.includes(alias)))
    .map(([name]) => name);
  return served.length > 0 ? served.join(', ') : 'fallback';
}

async function ways(): Promise<string> {
  const local = await discoverLocal();
  const found = local.map(
    ({ kind, baseUrl, models }) =>
      `  ${kind} answers on this machine:\n      export OPENAI_BASE_URL=${baseUrl} OPENAI_API_KEY=none OPENAI_MODEL=${models[0] ?? ''}`,
  );
  return [
    'Ways to get a model:',
    ...found,
    '  a provider:      export OPENAI_API_KEY=… OPENAI_MODEL=…   (and OPENAI_BASE_URL=… for any other than OpenAI)',
    '  on this machine: start Ollama, LM Studio, llama.cpp or vLLM, then',
    '                   export OPENAI_BASE_URL=http://127.0.0.1:PORT/v1 OPENAI_API_KEY=none OPENAI_MODEL=…',
    '  without one:     orchestrate demo',
  ].join('\n');
}
