// Draws a run at one of its moments, as the live view shows it: node scripts/picture.mjs JOURNAL SEQ > docs/run.svg
import { readFileSync } from 'node:fs';
import { tell, untold } from '../dist/lib/view/lines.js';
import { frame } from '../dist/lib/view/live.js';
import { svgOf } from '../dist/lib/view/picture.js';

const [journal, seq] = process.argv.slice(2);
const lines = readFileSync(journal, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
  .filter((line) => line.seq <= Number(seq));
let telling = untold;
for (const line of lines) {
  ({ telling } = tell(telling, line));
}
const now = Date.parse(lines.at(-1).at) + 400;
process.stdout.write(
  svgOf(frame(telling, { width: 110, height: 22, now }), 'orchestrate specs/demo/spec.md'),
);
