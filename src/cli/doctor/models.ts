import type { Loaded } from '../../config/load.ts';
import type { ModelSettings } from '../../config/models.ts';
import { examine, type Examination } from '../../model/examine.ts';
import type { FailedPart } from '../../model/probe.ts';
import { discoverLocal } from '../../model/local.ts';
import { about, type Finding } from '../../view/diagnosis.ts';
import { depsOf, entryOf } from '../models.ts';

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
  return found.map(({ kind, baseUrl, models: [first = '', ...more] }) =>
    about('models', kind).note(
      `answers on this machine with ${[first, ...more.slice(0, MOST_NAMED)].join(', ')}`,
      `to use it: export OPENAI_BASE_URL=${baseUrl} OPENAI_API_KEY=none OPENAI_MODEL=${first}`,
    ),
  );
}

const MOST_NAMED = 5;

/** `key` names the variable that holds it. */
function findingsOf(model: ModelSettings, seen: Examination, key: string): Finding[] {
  const { name } = model;
  const { reached, tools, streaming, lessons, priced, window } = seen;
  const of = (what: string) => about('models', `${name} ${what}`.trim());
  if (!reached.ok) {
    return [of('').bad(reached.message, FIXES[reached.failed](model, key))];
  }
  const fix = (failed: FailedPart | undefined): string =>
    failed === undefined ? USES_NONE : FIXES[failed](model, key);
  const settings = `in agents.yaml: models.${name}`;
  return [
    of('').ok(`${model.model} at ${model.provider} answers`),
    ...(tools
      ? [tools.ok ? of('tools').ok(tools.message) : of('tools').bad(tools.message, fix(tools.failed))]
      : []),
    ...(streaming ? [of('streaming')[streaming.ok ? 'ok' : 'note'](streaming.message)] : []),
    ...lessons.map((lesson) => of('lesson').note(lesson)),
    priced
      ? of('price').ok('known')
      : of('price').note(NO_PRICE, `${settings}.price: { input: …, output: … }`),
    window === undefined
      ? of('window').note('unknown: learned when it overflows', `${settings}.window: … (tokens)`)
      : of('window').ok(`${window.toLocaleString('en')} tokens`),
  ];
}

const NO_PRICE = 'unknown: what it costs cannot be told, and no budget can be kept';

const USES_NONE = 'every role works by tools: use a model that calls them';

const FIXES: Readonly<Record<FailedPart, (model: ModelSettings, key: string) => string>> = {
  auth: ({ provider }, key) => `check the key of the provider ${provider}: ${key}`,
  connection: ({ baseUrl }) =>
    `is the server running, and is ${withoutPassword(baseUrl)} its address up to /v1?`,
  model: ({ name }) => `say what the provider calls it: models.${name}.name in agents.yaml, or OPENAI_MODEL`,
  server: () => 'try again later, or use another provider',
};

function withoutPassword(address: string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href;
}
