import type { Routes } from '../domain/route.ts';
import type { ModelsByAlias } from './models.ts';
import { builtIn, type Found, strongest } from './ranked.ts';
import { easiest, everywhere, routesOf } from './routes.ts';
import { type GivenRole, RoleName } from './schema.ts';
import type { Source } from './source.ts';

/** How a role is served. */
export type RoleSettings = {
  readonly routes: Routes;
  readonly turns: number;
  readonly temperature?: number;
  /** Names of the tools it gets; absent means the role's own choice. */
  readonly tools?: readonly string[];
};

export type ResolvedRole = {
  readonly turns: Found<number>;
  readonly temperature: Found<number> | undefined;
  readonly tools: Found<readonly string[]> | undefined;
  /** Undefined when nothing names a model for it. */
  readonly routes: Found<Routes> | undefined;
};

const TURNS = 50;

/** Each role with its routes; `spare` serves those that no source gives a model. */
export function resolveRoles(
  sources: readonly Source[],
  models: ModelsByAlias,
  spare: Found<string> | undefined,
): Record<RoleName, ResolvedRole> {
  const routes = (role: RoleName) => routesOf(role, sources, { models }) ?? everywhere(spare);
  const resolve = (role: RoleName, own: ResolvedRole['routes']) => ({
    ...limitsOf(role, sources),
    routes: own,
  });
  const coder = routes('coder');
  const isNamed = (role: RoleName): boolean =>
    sources.some(({ kind, given }) => kind !== 'default' && given.roles?.[role]);
  return {
    planner: resolve('planner', routes('planner')),
    coder: resolve('coder', coder),
    reviewer: resolve('reviewer', routes('reviewer')),
    // A summary is easy work: whoever does that for the coder can write it.
    summarizer: resolve('summarizer', routesOf('summarizer', sources, { models }) ?? easiest(coder)),
    analyst: resolve('analyst', isNamed('analyst') ? (routes('analyst') ?? coder) : undefined),
  };
}

export function limitsOf(role: RoleName, sources: readonly Source[]): Omit<ResolvedRole, 'routes'> {
  const at = (key: keyof GivenRole) => ['roles', role, key];
  return {
    turns: strongest(sources, at('turns'), (given) => given.roles?.[role]?.turns) ?? {
      value: TURNS,
      origin: builtIn,
    },
    temperature: strongest(sources, at('temperature'), (given) => given.roles?.[role]?.temperature),
    tools: strongest<readonly string[]>(sources, at('tools'), (given) => given.roles?.[role]?.tools),
  };
}

export const usedModels = (roles: readonly ResolvedRole[]): string[] => [
  ...new Set(roles.flatMap((role) => Object.values(role.routes?.value ?? {}).flat())),
];

export function plainRoles(roles: Record<RoleName, ResolvedRole>): Partial<Record<RoleName, RoleSettings>> {
  return Object.fromEntries(
    RoleName.options.flatMap((name) => {
      const settings = plainRole(roles[name]);
      return settings ? [[name, settings]] : [];
    }),
  );
}

/** Undefined where nothing names a model for it. */
export const plainRole = ({ routes, turns, temperature, tools }: ResolvedRole): RoleSettings | undefined =>
  routes && {
    routes: routes.value,
    turns: turns.value,
    ...(temperature && { temperature: temperature.value }),
    ...(tools && { tools: tools.value }),
  };
