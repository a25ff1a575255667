import { ConfigError, type Problem } from './problem.ts';
import { RoleName } from './schema.ts';
import type { Source } from './source.ts';
import { nearest } from './suggest-key.ts';

export type KnownTools = {
  /** Names of the program's own tools. */
  readonly tools: readonly string[];
  /** The user's servers: a tool of theirs is called `<server>_<tool>`. */
  readonly servers: readonly { readonly name: string; readonly tools?: readonly string[] }[];
};

/** Throws ConfigError with the place of each tool that a role is given and that nobody has. */
export function requireKnownTools(sources: readonly Source[], known: KnownTools): void {
  const problems = sources.flatMap((source) =>
    RoleName.options.flatMap((role) => unknown(role, source, known)),
  );
  if (problems.length > 0) {
    throw new ConfigError(problems);
  }
}

function unknown(role: RoleName, { given, place }: Source, known: KnownTools): Problem[] {
  return (given.roles?.[role]?.tools ?? []).flatMap((name, i) => {
    const key = `roles.${role}.tools[${String(i)}]`;
    const at = place(['roles', role, 'tools', i]);
    return isKnown(name, known) ? [] : [{ key, place: at, message: `${key}: ${noSuch(name, known)}` }];
  });
}

const isKnown = (name: string, { tools, servers }: KnownTools): boolean =>
  tools.includes(name) ||
  servers.some((server) =>
    server.tools
      ? server.tools.some((tool) => name === `${server.name}_${tool}`)
      : name.startsWith(`${server.name}_`),
  );

function noSuch(name: string, { tools, servers }: KnownTools): string {
  const all = [...tools, ...servers.flatMap((s) => (s.tools ?? []).map((tool) => `${s.name}_${tool}`))];
  const near = nearest(name, all);
  return `there is no tool ${name}; ${near === undefined ? `there are ${all.join(', ')}` : `did you mean ${near}?`}`;
}
