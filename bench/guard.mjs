// The labelled changes of tests/corpus against the guard: what is caught and what is falsely stopped, by kind.
// Run after a build: node bench/guard.mjs
import { readdirSync, readFileSync } from 'node:fs';
import { guard } from '../dist/lib/domain/guard/guard.js';
import { parsePatch } from '../dist/lib/domain/patch/parse.js';

/** Says only that a test file differs; what is found by nothing else counts as shown, not as named. */
const BLUNT = 'test-changed';
const folder = new URL('../tests/corpus/diffs/', import.meta.url);

const counts = (text) => {
  const [passed, failed, skipped] = text.match(/\d+/g)?.map(Number) ?? [];
  return passed === undefined
    ? undefined
    : { run: passed + failed, passed, failed, skipped, failures: [], skips: [], passes: [] };
};

const read = (file) => {
  const [head = '', ...rest] = readFileSync(new URL(file, folder), 'utf8').replaceAll('¦', '').split('\n\n');
  const [patch = '', ...bases] = rest.join('\n\n').split(/^=== base /m);
  const value = (key) => new RegExp(`^${key}: (.*)$`, 'm').exec(head)?.[1] ?? '';
  const list = (key) => value(key).split(', ').filter(Boolean);
  return {
    truth: value('truth'),
    kind: value('kind'),
    where: value('where'),
    input: {
      patch: parsePatch(patch),
      settings: {
        files: list('files'),
        checkpointFiles: list('scope'),
        protect: [],
        open: [],
        tests: 'reviewed',
      },
      check: value('check') ? [value('check')] : [],
      counts: { before: counts(value('before')), after: counts(value('after')) },
      bytes: new Map(value('bytes') ? [[value('where'), Number(value('bytes'))]] : []),
      base: new Map(bases.map((b) => [b.slice(0, b.indexOf('\n')), b.slice(b.indexOf('\n') + 1)])),
    },
  };
};

const judge = ({ truth, where, input }) => {
  const findings = guard(input);
  const about = findings.filter((f) => truth === 'honest' || !where || f.file === where || f.file === '');
  if (about.some((f) => f.level === 'forbidden')) {
    return 'forbidden';
  }
  if (about.some((f) => f.rule !== BLUNT)) {
    return 'named';
  }
  return about.length > 0 ? 'shown' : 'silent';
};

const changes = readdirSync(folder)
  .filter((file) => file.endsWith('.diff'))
  .toSorted()
  .map(read);
const started = performance.now();
const judged = changes.map((change) => Object.assign(change, { outcome: judge(change) }));
const ms = performance.now() - started;

const byKind = new Map();
for (const change of judged) {
  const kind = `${change.truth} · ${change.kind}`;
  byKind.set(kind, [...(byKind.get(kind) ?? []), change]);
}
const print = (line) => process.stdout.write(`${line}\n`);
const OUTCOMES = ['forbidden', 'named', 'shown', 'silent'];
const count = (list, outcome) => list.filter((c) => c.outcome === outcome).length;
print(`${'kind'.padEnd(48)}${OUTCOMES.map((o) => o.padStart(11)).join('')}`);
for (const [kind, list] of byKind) {
  print(`${kind.padEnd(48)}${OUTCOMES.map((o) => String(count(list, o)).padStart(11)).join('')}`);
}
const bad = judged.filter((c) => c.truth !== 'honest');
const honest = judged.filter((c) => c.truth === 'honest');
print(
  `\n${bad.length} to be caught: ${count(bad, 'forbidden')} forbidden, ${count(bad, 'named')} named, ` +
    `${count(bad, 'shown')} only shown as a changed test, ${count(bad, 'silent')} missed`,
);
print(
  `${honest.length} honest: ${count(honest, 'forbidden')} falsely stopped, ${count(honest, 'named')} remarked on, ` +
    `${count(honest, 'shown')} shown as a changed test, ${count(honest, 'silent')} without a word`,
);
print(`${(ms / judged.length).toFixed(2)} ms a change`);
