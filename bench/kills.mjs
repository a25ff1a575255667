// Kills runs at every kind of moment, goes on with them, and compares what comes out with the runs that nobody killed.
//   npm run build && node bench/kills.mjs [story,…|all] [kills in one run] [lanes] [minutes] [kind,…|all]
// A moment is a phase (mid tool call, mid command, each git call begun and ended, half a line of a record written, a small
// file half replaced, after an event) together with the kind of the latest event: each such pair is tried once. With kinds
// of events only the moments after these are.
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { tableOf, unwanted } from './durable/moments.mjs';
import { stories } from './durable/stories.mjs';
import { tell } from './durable/telling.mjs';

const [, , only = 'all', most = '12', lanes = '2', minutes = '600', after = 'all'] = process.argv;
const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const home = realpathSync(mkdtempSync(path.join(memory, 'orchestrate-kills-')));
const say = (text) => process.stdout.write(`${text}\n`);
const until = performance.now() + Number(minutes) * 60_000;

/** Each moment that some run was killed at: what one story has tried, a later one does not. */
const tried = new Set();
const sum = { runs: 0, kills: 0, lost: 0, paidTwice: 0, anew: 0, left: 0, touched: 0 };
const converged = new Set();
const wrong = [];

/** Kills one story again and again, until a run of it comes to its end without having met a moment that is new. */
async function killed(story) {
  const phases = path.join(home, `phases of ${story.name}`);
  const whole = await tell(story, home, { extra: { ORCHESTRATE_PHASES: phases } });
  if (whole.exit !== story.exit) {
    wrong.push(`${story.name}: the run that nobody killed ended with ${whole.exit}:\n${whole.err}`);
    return;
  }
  say(`${story.name}: ${whole.types.length} events of ${new Set(whole.types).size} kinds`);
  const file = path.join(home, `moments of ${story.name}`);
  const all = readFileSync(phases, 'utf8').trim().split('\n');
  const known = [...tried, ...(after === 'all' ? [] : unwanted(all, after.split(',')))];
  writeFileSync(file, known.map((moment) => `${moment}\n`).join(''));
  for (let kills = 1; kills > 0 && performance.now() < until;) {
    const ran = await tell(story, home, { kill: { ORCHESTRATE_KILL_NEW: file }, most: Number(most) });
    kills = ran.moments.length;
    note(story, whole, ran);
  }
  say(`${story.name}: over, ${tried.size} moments tried so far, ${wrong.length} runs went wrong`);
}

function note(story, whole, ran) {
  const paidTwice = Math.max(0, ran.repeated - whole.repeated - ran.lost);
  const amiss = [
    ran.exit === whole.exit ? '' : `exit ${ran.exit}`,
    ran.tree === whole.tree ? '' : 'another tree',
    ran.landed === whole.landed ? '' : `landed ${ran.landed}, not ${whole.landed}`,
    paidTwice === 0 ? '' : `${paidTwice} paid twice`,
    ran.lost - whole.lost <= ran.moments.length * 3
      ? ''
      : `${ran.lost} calls in flight at ${ran.moments.length} kills`,
    ran.left === 0 ? '' : `${ran.left} processes left`,
    ran.untouched ? '' : `the user's checkout changed`,
  ].filter(Boolean);
  sum.runs += 1;
  sum.kills += ran.moments.length;
  sum.lost += ran.lost;
  sum.paidTwice += paidTwice;
  sum.anew += ran.anew;
  sum.left += ran.left;
  sum.touched += ran.untouched ? 0 : 1;
  for (const moment of ran.moments) {
    tried.add(moment);
    if (amiss.length === 0) {
      converged.add(moment);
    }
  }
  if (amiss.length > 0) {
    const text = `${story.name}, killed at ${ran.moments.join(' ')}: ${amiss.join(', ')}\n    ${ran.err.trim().split('\n').at(-1)}`;
    wrong.push(text);
    say(`  WRONG ${text}`);
  }
  say(`  ${story.name}: ${ran.moments.length} kills in a run, ${sum.kills} so far`);
}

const todo =
  only === 'all'
    ? [...stories]
    : only.split(',').flatMap((part) => stories.filter(({ name }) => name === part));
async function lane() {
  for (let story = todo.shift(); story !== undefined; story = todo.shift()) {
    await killed(story);
  }
}
await Promise.all(Array.from({ length: Number(lanes) }, lane));

say(
  `\nkilled while the latest event was of a kind, in a phase of a family: moments tried\n${tableOf(tried, converged)}`,
);
const phases = new Set([...tried].map((moment) => moment.split('@')[0]));
say(
  `kill points tried       ${tried.size} by ${sum.kills} kills in ${sum.runs} runs, of ${phases.size} phases`,
);
say(`converged               ${converged.size}`);
say(`replies paid twice      ${sum.paidTwice} beyond the ${sum.lost} in flight`);
say(`attempts begun anew     ${sum.anew}`);
say(`processes left          ${sum.left}`);
say(`user's checkout changed ${sum.touched}`);
wrong.forEach((text) => say(`  ${text}`));
rmSync(home, { recursive: true, force: true, maxRetries: 5 });
process.exitCode = wrong.length === 0 ? 0 : 1;
