import type { Report } from './report.ts';
import type { Entry } from './watch.ts';

/** Calls of tools that were not permitted, by tool and ground, in order of appearance. */
export function refusedIn(entries: readonly Entry[]): Report['refused'] {
  const found = new Map<string, Report['refused'][number]>();
  for (const { event } of entries) {
    if (event.type === 'tool.called' && event.decision === 'deny') {
      const { tool, rule } = event;
      const key = JSON.stringify([tool, rule]);
      found.set(key, { tool, rule, times: (found.get(key)?.times ?? 0) + 1 });
    }
  }
  return [...found.values()];
}
