import { listNotes } from './notes.js';

/** One line for each tag: its name and how many notes it has. */
export function summary(store) {
  return store
    .keys()
    .map((tag) => `${tag}: ${listNotes(store, tag).length}`)
    .join('\n');
}
