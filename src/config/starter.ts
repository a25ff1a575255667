import { stringify } from 'yaml';

/** Where models are asked that the program does not know by itself. */
export type StarterProvider = {
  readonly name: string;
  readonly baseUrl: string;
  /** Names the variable with the key; absent where none is asked for. */
  readonly keyVariable?: string;
};

/** Models by what they are to do, as the provider calls them; both may be the same. */
export type StarterModels = { readonly strong: string; readonly easy: string };

export type Starter = {
  readonly check: string | null;
  readonly setup: string | null;
  readonly models: StarterModels;
  /** Undefined: the built-in one, or what `OPENAI_BASE_URL` says. */
  readonly provider: StarterProvider | undefined;
  /** Path or address of the schema that editors are to use. */
  readonly schema: string;
};

const scalar = (value: string): string => stringify(value, { lineWidth: 0 }).trim();
const schemaLine = (schema: string): string => `# yaml-language-server: $schema=${schema}`;

/** An `agents.yaml` to begin with: what was found, and as comments what else there is. */
export const agentsYaml = ({ check, setup, models, provider, schema }: Starter): string =>
  `${schemaLine(schema)}
# How orchestrate works in this repository, for everybody who uses it here. Every key is optional.
# What is in force, and where it comes from: orchestrate config

# What must be green before anything lands: a command, or a list of commands that run in order.
${check === null ? '# check: npm test' : `check: ${scalar(check)}`}

# Makes a fresh working copy ready for the check.
${setup === null ? '# setup: npm ci' : `setup: ${scalar(setup)}`}

${provider === undefined ? modelsYaml(models) : '# Which models serve: see your own config.yaml. What is described here holds for everybody.\n'}
limits:
  parallel: 3 # coders side by side
  # minutes: 60 # at a limit a run pauses; orchestrate resume goes on
  # budget: 5 # US dollars; needs the price of every model

# What a run must leave alone, beyond what is always protected.
# protect: [LICENSE, .github/**]
`;

/** A `config.yaml` of the user's own: the provider, and the models that are asked there. */
export const configYaml = ({ models, provider, schema }: Starter & { provider: StarterProvider }): string =>
  `${schemaLine(schema)}
# Your own settings of orchestrate, for every repository. Keys never stand here, only the names of their variables.

providers:
  ${provider.name}:
    baseUrl: ${scalar(provider.baseUrl)}
${provider.keyVariable === undefined ? '' : `    keyVariable: ${provider.keyVariable}\n`}
${modelsYaml(models, provider.name)}`;

function modelsYaml({ strong, easy }: StarterModels, provider?: string): string {
  const alone = strong === easy;
  const model = (alias: string, name: string): string =>
    [
      `  ${alias}:`,
      `    name: ${scalar(name)} # as the provider calls it`,
      ...(provider === undefined ? [] : [`    provider: ${provider}`]),
      '    # window: 128000 # tokens',
      '    # price: { input: 0.25, cached: 0.025, output: 2 } # US dollars for a million tokens',
    ].join('\n');
  const [judge, cheap] = alone ? ['main', 'main'] : ['strong', 'easy'];
  const ladder = alone ? 'main' : '{ easy: [easy, strong], medium: [easy, strong], hard: strong }';
  return `models:
${alone ? model('main', strong) : `${model('strong', strong)}\n${model('easy', easy)}`}

# Who does what. A model may be a name, a list (the next one takes over after a failure) or a mapping by difficulty.
roles:
  planner: { model: ${judge} }
  reviewer: { model: ${judge} }
  coder: { model: ${ladder} }
  summarizer: { model: ${cheap} }
`;
}
