/** Adds a note to those of a tag and returns how many there are now. */
export function addNote(store, tag, text) {
  return store.update(tag, (notes = []) => [...notes, text]).length;
}

/** The notes of a tag, oldest first. */
export function listNotes(store, tag) {
  return store.get(tag) ?? [];
}
