import { call, says } from '../../src/model/scripted.ts';
import { lastSyncTest, syncImport, syncKeys, syncLoad } from './refactor-variants.ts';
import { accepts, done, type Session } from './session.ts';

export const removal = {
  id: 'c3',
  title: 'Remove the synchronous methods',
  goal: 'Remove get, update and keys from src/store.js, with what only they use, and the four tests of test/store.test.js that are about nothing else (gives back what was set, knows nothing before the first update, changes the value that is there, lists keys in alphabetical order). No Sync function of node:fs is left in src/ and bin/.',
  acceptance: [
    'createStore returns getAsync, updateAsync and keysAsync only.',
    'No Sync function of node:fs is left in src/ and bin/.',
    'Of test/store.test.js only the four tests of get, update and keys are gone, and for each an asynchronous counterpart stays.',
  ],
  after: ['c2'],
  files: ['src/store.js', 'test/store.test.js'],
  covers: ['R3'],
  difficulty: 'easy' as const,
};

const syncUpdate = `    /** Sets a key to what \`change\` makes of its value, and returns that. */
    update(key, change) {
      const values = load();
      values[key] = change(values[key]);
      writeFileSync(file, \`\${JSON.stringify(values, null, 2)}\\n\`);
      return values[key];
    },
`;

const syncGet = `    get(key) {
      return load()[key];
    },
`;

const otherSyncTests = `test('gives back what was set, in another store too', async (t) => {
  const file = await freshFile(t);
  createStore(file).update('a', () => [1, 2]);
  assert.deepEqual(createStore(file).get('a'), [1, 2]);
});

test('knows nothing before the first update', async (t) => {
  const store = createStore(await freshFile(t));
  assert.equal(store.get('a'), undefined);
  assert.deepEqual(store.keys(), []);
});

test('changes the value that is there', async (t) => {
  const store = createStore(await freshFile(t));
  store.update('a', () => 1);
  assert.equal(
    store.update('a', (value) => value + 1),
    2,
  );
});

`;

export const removalSession: Session = {
  'c3.a1.coder': [
    says(
      '',
      call('read', { path: 'src/store.js' }, 'read-1'),
      call('read', { path: 'test/store.test.js' }, 'read-2'),
      call('grep', { pattern: '\\w+Sync\\b|store\\s*\\.(get|update|keys)\\(' }, 'grep-1'),
    ),
    says(
      'Only the store itself and its own four tests still use them.',
      call(
        'edit',
        {
          path: 'src/store.js',
          edits: [
            { old: syncImport, new: '' },
            { old: syncLoad, new: '' },
            { old: syncGet + syncUpdate + syncKeys, new: '' },
            { old: 'by the first `update`.', new: 'by the first `updateAsync`.' },
          ],
        },
        'edit-1',
      ),
      call(
        'edit',
        {
          path: 'test/store.test.js',
          edits: [
            { old: otherSyncTests, new: '' },
            { old: `${lastSyncTest}\n`, new: '' },
          ],
        },
        'edit-2',
      ),
    ),
    says(
      '',
      call('bash', { command: 'node --test' }, 'bash-1'),
      call('grep', { pattern: '\\w+Sync\\b', path: 'src' }, 'grep-1'),
    ),
    done(
      'get, update and keys are gone from the store, with their imports and their four tests. The asynchronous tests cover the same behaviour.',
    ),
  ],
  'c3.a1.reviewer': [
    says(
      '',
      call('read', { path: 'src/store.js' }, 'read-1'),
      call('read', { path: 'test/store.test.js' }, 'read-2'),
      call('grep', { pattern: '\\w+Sync\\b' }, 'grep-1'),
    ),
    accepts(removal, {
      reason:
        'Only what the plan names is gone. The change to test/store.test.js is right: the tests removed there speak of methods that no longer exist.',
      evidence: [
        'The object that createStore returns in src/store.js has these three methods.',
        'grep finds no Sync function in src/ and bin/.',
        "Gone from test/store.test.js: 'gives back what was set, in another store too', 'knows nothing before the first update', 'changes the value that is there', 'lists keys in alphabetical order'. They live on as 'resolves with what was set, in another store too', 'resolves with nothing before the first update', 'calls at the same time take turns' (which changes a value that is there) and 'resolves with keys in alphabetical order', all of them passed.",
      ],
      approvedTests: [
        'gives back what was set, in another store too',
        'knows nothing before the first update',
        'changes the value that is there',
        'lists keys in alphabetical order',
        'fewer-tests',
      ],
    }),
  ],
};
