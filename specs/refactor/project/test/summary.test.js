import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addNote } from '../src/notes.js';
import { createStore } from '../src/store.js';
import { summary } from '../src/summary.js';
import { freshFile } from '../support/fresh-file.js';

test('counts the notes of each tag, in order', async (t) => {
  const store = createStore(await freshFile(t));
  await addNote(store, 'work', 'call back');
  await addNote(store, 'shopping', 'two lemons');
  await addNote(store, 'shopping', 'rice');
  assert.equal(await summary(store), 'shopping: 2\nwork: 1');
});
