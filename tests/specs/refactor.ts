import { call, says } from '../../src/model/scripted.ts';
import { removal, removalSession } from './refactor-removal.ts';
import { variants, variantsSession } from './refactor-variants.ts';
import { accepts, done, lacksNothing, plans, type Session } from './session.ts';

const callers = {
  id: 'c2',
  title: 'Move the callers to the asynchronous methods',
  goal: 'addNote and listNotes in src/notes.js, summary in src/summary.js and the command bin/notes.js use getAsync, updateAsync and keysAsync of src/store.js and become asynchronous. Await every call of them. test/notes.test.js, test/summary.test.js and test/command.test.js await already and must pass unchanged. The store keeps its synchronous methods for now.',
  acceptance: [
    'No caller in src/ and bin/ uses get, update or keys of the store any more.',
    'Every call of addNote, listNotes and summary in src/ and bin/ is awaited.',
    'The three test files of the callers pass unchanged.',
  ],
  after: ['c1'],
  files: ['src/notes.js', 'src/summary.js', 'bin/notes.js'],
  covers: ['R2'],
  difficulty: 'medium' as const,
};

const oldSummary = `export function summary(store) {
  return store
    .keys()
    .map((tag) => \`\${tag}: \${listNotes(store, tag).length}\`)
    .join('\\n');
}
`;

const newSummary = `export async function summary(store) {
  const tags = await store.keysAsync();
  const lines = tags.map(async (tag) => \`\${tag}: \${(await listNotes(store, tag)).length}\`);
  return (await Promise.all(lines)).join('\\n');
}
`;

/** Three steps in a row, each of which leaves the tests green. */
export const refactor: Session = {
  planner: [
    says('', call('list', {}), call('grep', { pattern: 'store|Sync' })),
    says(
      '',
      call('read', { path: 'src/store.js' }, 'read-1'),
      call('read', { path: 'test/store.test.js' }, 'read-2'),
      call('read', { path: 'bin/notes.js' }, 'read-3'),
    ),
    plans(
      [
        'The store has asynchronous methods beside the synchronous ones',
        'Every caller uses them',
        'The synchronous methods are gone',
      ],
      variants,
      callers,
      removal,
    ),
  ],

  ...variantsSession,

  'c2.a1.coder': [
    says(
      '',
      call('grep', { pattern: 'addNote|listNotes|summary\\(|store\\.' }, 'grep-1'),
      call('read', { path: 'src/notes.js' }, 'read-1'),
      call('read', { path: 'src/summary.js' }, 'read-2'),
      call('read', { path: 'bin/notes.js' }, 'read-3'),
    ),
    says(
      '',
      call(
        'edit',
        {
          path: 'src/notes.js',
          edits: [
            {
              old: 'export function addNote(store, tag, text) {\n  return store.update(tag, (notes = []) => [...notes, text]).length;\n',
              new: 'export async function addNote(store, tag, text) {\n  const notes = await store.updateAsync(tag, (before = []) => [...before, text]);\n  return notes.length;\n',
            },
            {
              old: 'export function listNotes(store, tag) {\n  return store.get(tag) ?? [];\n',
              new: 'export async function listNotes(store, tag) {\n  return (await store.getAsync(tag)) ?? [];\n',
            },
          ],
        },
        'edit-1',
      ),
      call('edit', { path: 'src/summary.js', old: oldSummary, new: newSummary }, 'edit-2'),
      call(
        'edit',
        {
          path: 'bin/notes.js',
          edits: [
            { old: '${addNote(store, tag, text)}', new: '${await addNote(store, tag, text)}' },
            { old: '${summary(store)}', new: '${await summary(store)}' },
          ],
        },
        'edit-3',
      ),
    ),
    says('', call('bash', { command: 'node --test' })),
    done(
      'notes, summary and the command are asynchronous and use getAsync, updateAsync and keysAsync. Their tests passed as they were.',
    ),
  ],
  'c2.a1.reviewer': [
    says(
      '',
      call('grep', { pattern: 'store\\s*\\.(get|update|keys)\\(|addNote\\(|listNotes\\(|summary\\(' }),
    ),
    says(
      '',
      call('read', { path: 'src/summary.js' }, 'read-1'),
      call('read', { path: 'bin/notes.js' }, 'read-2'),
    ),
    accepts(callers, {
      reason: 'Each call site moved, and the tests of the callers did not have to.',
      evidence: [
        'grep finds get, update and keys of the store in test/store.test.js only.',
        'src/summary.js awaits listNotes inside Promise.all, bin/notes.js awaits addNote and summary.',
        'No test file is in the diff, and all tests passed.',
      ],
    }),
  ],

  ...removalSession,

  'final.reviewer': [
    lacksNothing(
      'One set of methods is left, and every caller awaits it.',
      ['The store has asynchronous methods beside the synchronous ones', 'c1, before the others went.'],
      ['Every caller uses them', 'src/summary.js and bin/notes.js await.'],
      ['The synchronous methods are gone', 'src/store.js exports none of them.'],
    ),
  ],
};
