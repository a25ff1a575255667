// What redaction would hide in a tree of files that holds no secret, and what it costs: node bench/redaction.mjs [folder]
// Run after a build. Files that hold made-up secrets on purpose (tests, prose) are told apart from code.
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { redactor } from '../dist/lib/domain/redaction/redactor.js';

const root = path.resolve(process.argv[2] ?? '.');
const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 })
  .split('\0')
  .filter(Boolean);
const known = Array.from({ length: 20 }, (_, i) =>
  createHash('sha256').update(String(i)).digest('base64url'),
);
const secrets = redactor({
  known,
  tag: (value) => createHash('sha256').update(value).digest('hex').slice(0, 12),
});

let bytes = 0;
let ms = 0;
/** @type {Record<string, string[]>} */
const hits = { code: [], tests: [], prose: [] };
for (const name of files) {
  const raw = readFileSync(path.join(root, name));
  if (raw.includes(0)) {
    continue;
  }
  const text = raw.toString('utf8');
  const began = performance.now();
  const hidden = secrets.hide(text);
  ms += performance.now() - began;
  bytes += raw.length;
  const kinds = [...hidden.matchAll(/\[redacted:([a-z0-9-]+):[0-9a-f]{12}\]/g)].map(([, kind]) => kind);
  if (hidden !== text) {
    const of = /(?:^|\/)tests?\//.test(name) ? 'tests' : name.endsWith('.md') ? 'prose' : 'code';
    hits[of].push(`${name}: ${kinds.join(', ')}`);
  }
}
for (const [of, found] of Object.entries(hits)) {
  console.log(`${of}: ${found.length} files with something hidden`);
  found.slice(0, 10).forEach((line) => console.log(`  ${line}`));
}
const mb = bytes / 2 ** 20;
console.log(
  `${files.length} files, ${mb.toFixed(1)} MB, ${(ms / mb).toFixed(1)} ms per MB, ${known.length} known values`,
);
process.exitCode = hits.code.length > 0 ? 1 : 0;
