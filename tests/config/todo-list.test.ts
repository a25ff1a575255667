import { expect, it } from 'vitest';
import { todoList } from '../../src/config/todo-list.ts';

it('lists what there is to do, with a ticked box for what has landed', () => {
  const text = todoList('Faster\nstart', [
    { id: 'c1', title: 'Measure', state: 'landed', after: [] },
    { id: 'c2', title: 'Load\n lazily', state: 'working', after: ['c1'] },
    { id: 'c3', title: 'Drop [x] the cache', state: 'todo', after: ['c1', 'c2'] },
    { id: 'c4', title: 'Docs', state: 'blocked', after: [] },
  ]);
  expect(text.split('\n')).toEqual([
    '# Faster start',
    '',
    '1 of 4 landed. This list is written by orchestrate; edit plan.yaml instead.',
    '',
    '- [x] **c1** Measure',
    '- [ ] **c2** Load lazily (working), after c1',
    '- [ ] **c3** Drop [x] the cache, after c1, c2',
    '- [ ] **c4** Docs (blocked)',
    '',
  ]);
});
