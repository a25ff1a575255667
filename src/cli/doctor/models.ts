import type { Loaded } from '../../config/load.ts';
import type { ModelSettings } from '../../config/models.ts';
import { examine, type Examination } from '../../model/examine.ts';
import { discoverLocal } from '../../model/local.ts';
import type { Finding } from '../../view/diagnosis.ts';
import { depsOf, entryOf } from '../models.ts';

const of = (what: string, status: Finding['status'], says: string, fix?: string): Finding => ({
  part: 'models',
  what,
  status,
  says,
  ...(fix === undefined ? {} : { fix }),
});

/** Asks every configured model: three small calls each, all of them at once. */
export async function lookAtModels(
  { models, entries }: Pick<Loaded, 'models' | 'entries'>,
  signal: AbortSignal,
): Promise<Finding[]> {
  const each = await Promise.all(
    Object.values(models).map(async (model) => {
      const options = { signal, deps: depsOf(model) };
      const key = entries.find((entry) => entry.key === `providers.${model.provider}.key`)?.value;
      return findingsOf(model, await examine(entryOf(model), options), String(key));
    }),
  );
  return each.flat();
}

/** Servers on this machine that offer models. */
export async function lookForServers(): Promise<Finding[]> {
  const found = await discoverLocal();
  return found.map(({ kind, baseUrl, models }) =>
    of(
      kind,
      'note',
      `answers on this machine with ${models.slice(0, 5).join(', ')}`,
      `to use it: export OPENAI_BASE_URL=${baseUrl} OPENAI_API_KEY=none OPENAI_MODEL=${models[0] ?? ''}`,
    ),
  );
}

/** `key` names the variable that holds it. */
function findingsOf(model: ModelSettings, seen: Examination, key: string): Finding[] {
  const { name } = model;
  const { reached } = seen;
  if (!reached.ok) {
    return [of(name, 'bad', reached.message, FIXES[reached.failed](model, key))];
  }
  return [
    of(name, 'ok', `${model.model} at ${model.provider} answers`),
    ...toolsOf(name, seen),
    ...streamingOf(name, seen),
    ...seen.lessons.map((lesson) => of(`${name} lesson`, 'note', lesson)),
    seen.priced
      ? of(`${name} price`, 'ok', 'known')
      : of(
          `${name} price`,
          'note',
          'unknown: its cost is shown as unknown, and no budget can be kept',
          `models.${name}.price: { input: …, output: … } in agents.yaml, US dollars for a million tokens`,
        ),
    seen.window === undefined
      ? of(
          `${name} window`,
          'note',
          'unknown: learned when it overflows',
          `models.${name}.window: … in agents.yaml, in tokens`,
        )
      : of(`${name} window`, 'ok', `${seen.window.toLocaleString('en')} tokens`),
  ];
}

const toolsOf = (name: string, { tools }: Examination): Finding[] =>
  tools === undefined
    ? []
    : [
        tools.ok
          ? of(`${name} tools`, 'ok', tools.message)
          : of(
              `${name} tools`,
              'bad',
              tools.message,
              'every role works by tools: use a model that calls them',
            ),
      ];

const streamingOf = (name: string, { streaming }: Examination): Finding[] =>
  streaming === undefined ? [] : [of(`${name} streaming`, streaming.ok ? 'ok' : 'note', streaming.message)];

const FIXES: Readonly<
  Record<'auth' | 'connection' | 'model' | 'server', (model: ModelSettings, key: string) => string>
> = {
  auth: ({ provider }, key) => `check the key of the provider ${provider}: ${key}`,
  connection: ({ baseUrl }) =>
    `is the server running, and is ${withoutPassword(baseUrl)} its address up to /v1?`,
  model: ({ name }) => `models.${name}.name in agents.yaml, or OPENAI_MODEL, is what the provider calls it`,
  server: () => 'try again later, or use another provider',
};

function withoutPassword(address: string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href;
}
