// Runs every test file, or those whose names hold the given word: node test/run.js money
import { readdirSync } from 'node:fs';
import { run } from './harness.js';

const [, , word = ''] = process.argv;
const files = readdirSync(new URL('.', import.meta.url))
  .filter((name) => name.endsWith('.test.js') && name.includes(word))
  .sort();
for (const file of files) {
  await import(`./${file}`);
}
await run();
