import type { z } from 'zod';

/** Providers refuse unions at the top of a schema, so alternatives are optional keys of which exactly one must be there. */
export function exactlyOne(given: Readonly<Record<string, unknown>>, ctx: z.RefinementCtx): void {
  const names = Object.keys(given);
  const there = names.filter((name) => given[name] !== undefined);
  if (there.length !== 1) {
    const was = there.length === 0 ? 'none was there' : `${there.join(' and ')} were there`;
    ctx.addIssue({ code: 'custom', message: `give exactly one of ${names.join(', ')}; ${was}` });
  }
}
