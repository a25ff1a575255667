import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStore } from '../src/store.js';
import { freshFile } from '../support/fresh-file.js';

test('gives back what was set, in another store too', async (t) => {
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

test('lists keys in alphabetical order', async (t) => {
  const store = createStore(await freshFile(t));
  store.update('b', () => 1);
  store.update('a', () => 2);
  assert.deepEqual(store.keys(), ['a', 'b']);
});
