import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addNote, listNotes } from '../src/notes.js';
import { createStore } from '../src/store.js';
import { freshFile } from '../support/fresh-file.js';

test('adds notes to a tag and counts them', async (t) => {
  const store = createStore(await freshFile(t));
  assert.equal(await addNote(store, 'shopping', 'two lemons'), 1);
  assert.equal(await addNote(store, 'shopping', 'rice'), 2);
  assert.deepEqual(await listNotes(store, 'shopping'), ['two lemons', 'rice']);
});

test('a tag without notes has an empty list', async (t) => {
  const store = createStore(await freshFile(t));
  assert.deepEqual(await listNotes(store, 'nothing'), []);
});
