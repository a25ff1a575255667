import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Keeps values by key in one JSON file, which is made by the first `update`. */
export function createStore(file) {
  const load = () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
  return {
    get(key) {
      return load()[key];
    },
    /** Sets a key to what `change` makes of its value, and returns that. */
    update(key, change) {
      const values = load();
      values[key] = change(values[key]);
      writeFileSync(file, `${JSON.stringify(values, null, 2)}\n`);
      return values[key];
    },
    keys() {
      return Object.keys(load()).toSorted();
    },
  };
}
