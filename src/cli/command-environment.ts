import type { Loaded } from '../config/load.ts';
import { childEnvironment } from '../io/environment.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Every command of a run carries its id, so that none outlives it. */
export const MARK = 'ORCHESTRATE_RUN';

/** What commands of a run are given: an environment free of secrets, and what is the same in every working copy. */
export const commandEnvironment = (run: string, env: Env, { machine }: Pick<Loaded, 'machine'>) => ({
  env: childEnvironment(env, { names: 'known', allow: machine.environment, set: { [MARK]: run } }),
  fixed: named(env, machine.environment),
});

/** Variables that a person names are set as they are for every command. */
export const named = (env: Env, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
