import type { Routes } from '../domain/route.ts';

type Served = {
  readonly roles: Readonly<Partial<Record<'coder' | 'reviewer', { readonly routes: Routes }>>>;
  /** By alias; `model` is the name on the wire. */
  readonly models: Readonly<Record<string, { readonly model: string }>>;
};

/** A word about models that would review what they wrote themselves: allowed, and said. */
export function reviewsItself({ roles, models }: Served): string | undefined {
  const wireNames = (role: 'coder' | 'reviewer'): string[] =>
    Object.values(roles[role]?.routes ?? {})
      .flat()
      .map((alias) => models[alias]?.model ?? alias);
  const both = wireNames('coder').filter((name) => wireNames('reviewer').includes(name));
  return both.length === 0
    ? undefined
    : `${[...new Set(both)].join(', ')} reviews what it wrote itself; another model sees more (roles.reviewer.model in agents.yaml)`;
}
