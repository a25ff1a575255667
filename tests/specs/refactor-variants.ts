import { call, says } from '../../src/model/scripted.ts';
import { accepts, done, type Session } from './session.ts';

export const variants = {
  id: 'c1',
  title: 'Give the store asynchronous methods',
  goal: 'In src/store.js, add getAsync, updateAsync and keysAsync beside get, update and keys, built on node:fs/promises, with the same results in promises and the same file format. updateAsync reads and then writes the whole file, so the calls of one store must take turns: updates at the same time are all kept, and no read meets a half-written file. Add tests to test/store.test.js. The synchronous methods and their tests stay for now.',
  acceptance: [
    'getAsync, updateAsync and keysAsync resolve with what get, update and keys give, with the same file format.',
    'Calls of one store at the same time take turns: no update is lost, and no read sees a half-written file.',
    'A file that is missing counts as empty; any other error rejects.',
    'test/store.test.js shows it, and the tests that were there are unchanged.',
  ],
  after: [],
  files: ['src/store.js', 'test/store.test.js'],
  covers: ['R1'],
  difficulty: 'hard' as const,
};

/** Parts of the project as it is, which a later step takes away. */
export const syncImport = "import { existsSync, readFileSync, writeFileSync } from 'node:fs';\n";
export const syncLoad =
  "  const load = () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});\n";

export const syncKeys = `    keys() {
      return Object.keys(load()).toSorted();
    },
`;

const methods = `    getAsync: async (key) => inTurn(async () => (await read(file))[key]),
    /** Sets a key to what \`change\` makes of its value, and resolves with that. */
    updateAsync: async (key, change) =>
      inTurn(async () => {
        const values = await read(file);
        values[key] = change(values[key]);
        await writeFile(file, \`\${JSON.stringify(values, null, 2)}\\n\`);
        return values[key];
      }),
    keysAsync: async () => inTurn(async () => Object.keys(await read(file)).toSorted()),
  };
}

/** Calls one work after the other, failed or not, so that none meets a file that another is about to write. */
function turns() {
  let last = Promise.resolve();
  return async (work) => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
}

async function read(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') {
      return {};
    }
    throw error;
  }
}
`;

export const lastSyncTest = `test('lists keys in alphabetical order', async (t) => {
  const store = createStore(await freshFile(t));
  store.update('b', () => 1);
  store.update('a', () => 2);
  assert.deepEqual(store.keys(), ['a', 'b']);
});
`;

const asyncTests = `
test('resolves with what was set, in another store too', async (t) => {
  const file = await freshFile(t);
  await createStore(file).updateAsync('a', () => [1, 2]);
  assert.deepEqual(await createStore(file).getAsync('a'), [1, 2]);
  assert.equal(await readFile(file, 'utf8'), '{\\n  "a": [\\n    1,\\n    2\\n  ]\\n}\\n');
});

test('resolves with nothing before the first update', async (t) => {
  const store = createStore(await freshFile(t));
  assert.equal(await store.getAsync('a'), undefined);
  assert.deepEqual(await store.keysAsync(), []);
});

test('calls at the same time take turns', async (t) => {
  const store = createStore(await freshFile(t));
  const add = async () => store.updateAsync('n', (n = 0) => n + 1);
  assert.deepEqual(await Promise.all([add(), store.getAsync('n'), add(), add()]), [1, 1, 2, 3]);
});

test('resolves with keys in alphabetical order', async (t) => {
  const store = createStore(await freshFile(t));
  await Promise.all(['c', 'a', 'b'].map(async (key) => store.updateAsync(key, () => 1)));
  assert.deepEqual(await store.keysAsync(), ['a', 'b', 'c']);
});

test('rejects for a damaged file, and goes on once it is gone', async (t) => {
  const file = await freshFile(t);
  const store = createStore(file);
  await writeFile(file, '{');
  await assert.rejects(store.getAsync('a'), { name: 'SyntaxError' });
  await rm(file);
  assert.equal(await store.updateAsync('a', () => 1), 1);
});
`;

export const variantsSession: Session = {
  'c1.a1.coder': [
    says(
      '',
      call('read', { path: 'src/store.js' }, 'read-1'),
      call('read', { path: 'test/store.test.js' }, 'read-2'),
      call('read', { path: 'support/fresh-file.js' }, 'read-3'),
    ),
    says(
      'All three go through one queue for each store.',
      call(
        'edit',
        {
          path: 'src/store.js',
          edits: [
            {
              old: syncImport,
              new: `${syncImport}import { readFile, writeFile } from 'node:fs/promises';\n`,
            },
            { old: syncLoad, new: `${syncLoad}  const inTurn = turns();\n` },
            { old: `${syncKeys}  };\n}\n`, new: `${syncKeys}${methods}` },
          ],
        },
        'edit-1',
      ),
      call(
        'edit',
        {
          path: 'test/store.test.js',
          edits: [
            {
              old: "import { test } from 'node:test';\n",
              new: "import { readFile, rm, writeFile } from 'node:fs/promises';\nimport { test } from 'node:test';\n",
            },
            { old: lastSyncTest, new: lastSyncTest + asyncTests },
          ],
        },
        'edit-2',
      ),
    ),
    says('', call('bash', { command: 'node --test' })),
    done(
      'The store has getAsync, updateAsync and keysAsync. They take turns in a queue that each store has, so an update is never lost and a read never meets a half-written file. Five tests; the synchronous methods are as they were.',
    ),
  ],
  'c1.a1.reviewer': [
    says('', call('read', { path: 'src/store.js' })),
    accepts(variants, {
      reason: 'The new methods do what the old ones do, and one queue keeps them apart.',
      evidence: [
        "'resolves with what was set, in another store too' passed and compares the file's text; 'resolves with keys in alphabetical order' passed.",
        "Every method goes through inTurn in src/store.js; 'calls at the same time take turns' passed with 1, 1, 2, 3.",
        "read() in src/store.js catches ENOENT alone; 'resolves with nothing before the first update' and 'rejects for a damaged file, and goes on once it is gone' passed.",
        'The diff of test/store.test.js adds an import and five tests and removes nothing.',
      ],
    }),
  ],
};
