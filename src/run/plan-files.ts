import { apply } from '../domain/apply.ts';
import type { Event } from '../domain/event.ts';
import type { Run } from '../domain/run.ts';
import { writePlan } from '../config/plan-file.ts';
import { todoList } from '../config/todo-list.ts';
import { writeSmall } from '../io/small-file.ts';

type Files = { readonly planYaml: string; readonly planMd: string; readonly planRaw: string };

/**
 * Keeps the plan where a person can read it: `plan.yaml` as it was made, to be edited before it is approved, and
 * `plan.md` as a list with boxes that follows the run. Words that were no valid plan are kept, too. All are views; the
 * journal alone is believed.
 */
export function planKeeper(files: Files, start: Run): (event: Event) => Promise<void> {
  let run = start;
  return async (event) => {
    const before = run.progress;
    run = apply(run, event);
    if (event.type === 'plan.made') {
      await writeSmall(files.planYaml, writePlan(event.plan));
    }
    if (event.type === 'plan.failed') {
      await writeSmall(files.planRaw, `${event.reason}\n\n${event.raw}\n`);
    }
    if (run.progress !== before) {
      await writeSmall(files.planMd, todoList(run.title, run.progress.map(item)));
    }
  };
}

const item = (p: Run['progress'][number]) => ({
  id: p.checkpoint.id,
  title: p.checkpoint.title,
  state: p.at,
  after: p.checkpoint.after,
});
