/** Adds a note to those of a tag and returns how many there are now. */
export function addNote(store, tag, text) {
  const notes = [...listNotes(store, tag), text];
  store.set(tag, notes);
  return notes.length;
}

/** The notes of a tag, oldest first. */
export function listNotes(store, tag) {
  return store.get(tag) ?? [];
}
