import type { Ladder, Routes } from '../domain/route.ts';
import { type ModelsByAlias, unknownModel } from './models.ts';
import { ConfigError } from './problem.ts';
import type { Found, Origin } from './ranked.ts';
import type { GivenRole, RoleName } from './schema.ts';
import type { Source } from './source.ts';

/** A source's word about this very role counts before its word about all roles. `called`: its name for a person. */
export function routesOf(
  role: RoleName,
  sources: readonly Source[],
  { models, called = role }: { readonly models: ModelsByAlias; readonly called?: string },
): Found<Routes> | undefined {
  for (const { kind, given, place } of sources) {
    const own = given.roles?.[role]?.model;
    if (own !== undefined) {
      const origin: Origin = { source: kind, place: place(['roles', role, 'model']) };
      return { value: known(toRoutes(own), { called, models, origin }), origin };
    }
    if (given.model !== undefined) {
      return { value: toRoutes(given.model), origin: { source: kind, place: place(['model']) } };
    }
  }
  return undefined;
}

type Where = { readonly called: string; readonly models: ModelsByAlias; readonly origin: Origin };

/** Where models are described, a role may name only those: a slip must not go out as a name that no provider knows. */
function known(routes: Routes, { called, models, origin }: Where): Routes {
  const names = new Set(Object.values(routes).flat());
  const unknown = models.size === 0 ? [] : [...names].filter((name) => !models.has(name));
  if (unknown.length === 0) {
    return routes;
  }
  const key = `roles.${called}.model`;
  throw new ConfigError(
    unknown.map((name) => ({ key, place: origin.place, message: `${key} ${unknownModel(name, models)}` })),
  );
}

function toRoutes(route: NonNullable<GivenRole['model']>): Routes {
  if (typeof route === 'string' || Array.isArray(route)) {
    const ladder = toLadder(route);
    return { easy: ladder, medium: ladder, hard: ladder };
  }
  return { easy: toLadder(route.easy), medium: toLadder(route.medium), hard: toLadder(route.hard) };
}

function toLadder(names: string | readonly string[]): Ladder {
  const [first, ...rest] = typeof names === 'string' ? [names] : names;
  if (first === undefined) {
    throw new Error('a route without a model passed the schema');
  }
  return [first, ...rest];
}

/** One model for whatever there is to do. */
export const everywhere = (spare: Found<string> | undefined): Found<Routes> | undefined =>
  spare && { value: toRoutes(spare.value), origin: spare.origin };

/** What serves easy work, for all of it. */
export const easiest = (coder: Found<Routes> | undefined): Found<Routes> | undefined =>
  coder && { value: toRoutes([...coder.value.easy]), origin: coder.origin };
