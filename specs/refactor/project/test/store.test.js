import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStore } from '../src/store.js';
import { freshFile } from './folder.js';

test('gives back what was set, in another store too', async (t) => {
  const file = await freshFile(t);
  createStore(file).set('a', [1, 2]);
  assert.deepEqual(createStore(file).get('a'), [1, 2]);
});

test('knows nothing before the first set', async (t) => {
  const store = createStore(await freshFile(t));
  assert.equal(store.get('a'), undefined);
  assert.deepEqual(store.keys(), []);
});

test('lists keys in alphabetical order', async (t) => {
  const store = createStore(await freshFile(t));
  store.set('b', 1);
  store.set('a', 2);
  assert.deepEqual(store.keys(), ['a', 'b']);
});
