#!/usr/bin/env node
import { addNote } from '../src/notes.js';
import { createStore } from '../src/store.js';
import { summary } from '../src/summary.js';

const store = createStore(process.env.NOTES_FILE ?? 'notes.json');
const [command, tag, text] = process.argv.slice(2);

if (command === 'add' && tag && text) {
  process.stdout.write(`${tag}: ${addNote(store, tag, text)}\n`);
} else if (command === 'summary') {
  process.stdout.write(`${summary(store)}\n`);
} else {
  process.stderr.write('usage: notes add TAG TEXT | notes summary\n');
  process.exitCode = 2;
}
