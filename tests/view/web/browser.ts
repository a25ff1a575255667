import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Where a browser is; undefined where there is none. On CI there has to be one. */
export const chrome = [process.env['CHROMIUM'] ?? '', ...PLACES].find(
  (file) => file !== '' && existsSync(file),
);
if (chrome === undefined) {
  if (process.env['CI'] !== undefined) {
    throw new Error('the run page is tested in Chromium, and there is none: apt-get install chromium');
  }
  console.warn('SKIPPED: the run page is tested in Chromium, and there is none here (CHROMIUM names one)');
}

export const openBrowser = async (): Promise<Browser> =>
  chromium.launch({ executablePath: chrome ?? '', args: ['--no-sandbox'] });

export type Watched = Page & {
  /** Addresses that were asked for, the page's own data aside. */
  readonly asked: string[];
  /** What the browser complained of: broken rules of the policy, errors of the page. */
  readonly complaints: string[];
};

export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, ...options });
  const page = await context.newPage();
  const [asked, complaints]: [string[], string[]] = [[], []];
  page.on('request', (request) => void asked.push(request.url()));
  page.on('pageerror', (error) => void complaints.push(error.message));
  page.on('dialog', (dialog) => {
    complaints.push(`a dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => undefined);
  });
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      complaints.push(message.text());
    }
  });
  await page.goto(url);
  return Object.assign(page, { asked, complaints });
}

/** Shows another part of the page. */
export async function show(page: Page, hash: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await page.waitForTimeout(50);
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What an accessibility check finds wrong, as `rule: place`; by all of its rules, or by these. */
export async function violations(page: Page, rules: readonly string[] = []): Promise<string[]> {
  // By the debugger, since the page's policy lets no script in.
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: `globalThis.axe ?? (() => { ${axe} })()` });
  const { result } = await session.send('Runtime.evaluate', {
    expression: `axe.run(${rules.length === 0 ? '' : `{ runOnly: ${JSON.stringify(rules)} }`}).then((r) => JSON.stringify(r.violations.flatMap((v) => v.nodes.map((n) => v.id + ': ' + n.target.join(' ') + ' ' + n.html.slice(0, 120)))))`,
    awaitPromise: true,
    returnByValue: true,
  });
  await session.detach();
  return JSON.parse(String(result.value)) as string[];
}
