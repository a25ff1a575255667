import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Keeps values by key in one JSON file, which is made by the first `set`. */
export function createStore(file) {
  const load = () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
  return {
    get(key) {
      return load()[key];
    },
    set(key, value) {
      writeFileSync(file, `${JSON.stringify({ ...load(), [key]: value }, null, 2)}\n`);
    },
    keys() {
      return Object.keys(load()).toSorted();
    },
  };
}
