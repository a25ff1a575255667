// How the run page bears a large run: 1,000 checkpoints, 100,000 events, in Chromium.
// node bench/page.mjs [CHECKPOINTS] [CALLS for each attempt]      (after npm run build; CHROMIUM names the browser)
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { recordsFolder } from '../dist/lib/cli/records.js';
import { repositoryState } from '../dist/lib/io/state.js';
import { runEvents } from './run-events.mjs';

const [checkpoints = 1000, calls = 45] = process.argv.slice(2).map(Number);
const bin = fileURLToPath(new URL('../bin/orchestrate.mjs', import.meta.url));
const home = mkdtempSync(path.join(tmpdir(), 'orchestrate-page-'));
const cwd = path.join(home, 'repo');
const env = { PATH: process.env.PATH, HOME: home, XDG_STATE_HOME: path.join(home, 'state') };
const say = (what, value) => console.log(`${what.padEnd(58)} ${value}`);
const ms = (value) => `${value.toFixed(0).padStart(7)} ms`;
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(2).padStart(7)} MB`;

mkdirSync(cwd);
for (const args of [
  ['init', '-q'],
  ['commit', '-q', '--allow-empty', '-m', 'Start'],
]) {
  execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@example.invalid', ...args], { cwd });
}
const { runs } = await repositoryState(await recordsFolder(env), path.join(cwd, '.git'));
const id = '20260301-1000-big';
const folder = path.join(runs, id);
mkdirSync(path.join(folder, 'transcripts'), { recursive: true });
mkdirSync(path.join(folder, 'logs'));
const base = execFileSync('git', ['rev-parse', 'HEAD'], { cwd }).toString().trim();
const events = runEvents({ id, base, checkpoints, calls });
let prev = '';
const lines = events.map((event, seq) => {
  const at = new Date(Date.UTC(2026, 2, 1, 10) + seq * 700).toISOString();
  const line = JSON.stringify({ v: 1, seq, at, prev, event });
  prev = createHash('sha256').update(line).digest('hex');
  return line;
});
writeFileSync(path.join(folder, 'journal.jsonl'), `${lines.join('\n')}\n`);
say('checkpoints', String(checkpoints));
say('events', events.length.toLocaleString('en-US'));
say('journal', megabytes(statSync(path.join(folder, 'journal.jsonl')).size));

const server = spawn(process.execPath, [bin, 'ui', '--no-open'], { cwd, env });
const url = await new Promise((resolve) => {
  server.stdout.once('data', (data) => resolve(String(data).trim()));
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  console.log('\nFrom the server');
  await measure(`${url}#/${id}`);
  const t = performance.now();
  const file = execFileSync(process.execPath, [bin, 'report', '--html'], { cwd, env }).toString().trim();
  console.log('\nAs report.html');
  say('written in', ms(performance.now() - t));
  say('size', megabytes(statSync(file).size));
  await measure(`${pathToFileURL(file).href}#/${id}`);
} finally {
  await browser.close();
  server.kill();
  rmSync(home, { recursive: true, force: true });
}

/** Times as a person has them: until something is seen, until all is there, for each step, each with its longest standstill. */
async function measure(address) {
  const page = await browser.newPage({ viewport: { width: 1360, height: 860 } });
  page.on('pageerror', (error) => console.log(`the page failed: ${error.message}`));
  await page.addInitScript(() => {
    globalThis.stalls = [];
    new PerformanceObserver((list) => {
      globalThis.stalls.push(...list.getEntries().map((entry) => entry.duration));
    }).observe({ type: 'longtask', buffered: true });
  });
  const t = performance.now();
  await page.goto(address);
  await page.locator('main h1').waitFor();
  say('first picture', ms(performance.now() - t));
  await page.locator('.standing', { hasText: 'landed' }).waitFor({ timeout: 120_000 });
  say('all events there', ms(performance.now() - t));
  say('longest standstill while loading', ms(await longest(page)));
  const step = async (name, act, seen) => {
    const from = performance.now();
    await act();
    await seen.waitFor();
    await page.evaluate(
      async () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    say(name, `${ms(performance.now() - from)}, standstill ${ms(await longest(page))}`);
  };
  const main = page.locator('main');
  const heading = (text) => main.locator('h1', { hasText: text });
  await step('next checkpoint (j)', async () => page.keyboard.press('j'), heading('c1'));
  await step('plan (2)', async () => page.keyboard.press('2'), heading('Plan'));
  await step('timeline (3)', async () => page.keyboard.press('3'), heading('Timeline'));
  await step('cost (4)', async () => page.keyboard.press('4'), heading('Cost'));
  await step('requirements (5)', async () => page.keyboard.press('5'), heading('Requirements'));
  await step('events (6)', async () => page.keyboard.press('6'), heading('Events'));
  await page.keyboard.press('/');
  await step('search', async () => page.keyboard.type('c77 landed'), heading('Found'));
  await page.close();
}

/** Since it was asked last. */
async function longest(page) {
  return page.evaluate(() => Math.max(0, ...globalThis.stalls.splice(0)));
}
