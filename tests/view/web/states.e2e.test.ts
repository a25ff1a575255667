import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Event } from '../../../src/domain/event.ts';
import type { Message } from '../../../src/domain/transcript.ts';
import { atLimit, everyState } from '../states.ts';
import { chrome, openBrowser, openPage, show, violations } from './browser.ts';
import { stage } from './stage.ts';

/** Where pictures of the page are to go, for whoever wants to look at it; none by default. */
const PICTURES = process.env['PAGE_PICTURES'];

const TALK: readonly Message[] = [
  { role: 'user', text: 'Read large files.' },
  { role: 'assistant', text: 'In pieces, then.', calls: [] },
];

describe.skipIf(chrome === undefined)('every state of a checkpoint on the page', () => {
  let browser: Browser;
  const closing: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await Promise.all(closing.map(async (close) => close()));
  });

  const staged = async (events: readonly Event[]) => {
    const at = await stage({
      events,
      pace: 11,
      changed: { 'src/c5.ts': 'export const a = 1;\n' },
      transcripts: { 'c5.a3.coder': TALK },
    });
    closing.push(at.close);
    const page = await openPage(browser, `${at.url}#/${at.run}`);
    await page.locator('main h1').waitFor();
    return { ...at, page };
  };

  test('is told by words and a sign, and is open to everybody', async () => {
    const { run, page } = await staged([...everyState, atLimit]);
    const main = page.locator('main');
    expect(await main.innerText()).toMatch(/6 in hand[^]*2 blocked[^]*2 left out by you/);
    expect(await main.innerText()).toMatch(/--budget [\d.]+\s+goes on with a larger budget/);
    const found: string[] = [];
    for (const part of ['', '/plan']) {
      await show(page, `/${run}${part}`);
      found.push(...(await violations(page)).map((fault) => `${part}: ${fault}`));
      await page.emulateMedia({ colorScheme: 'dark' });
      found.push(...(await violations(page, ['color-contrast'])).map((fault) => `${part}, dark: ${fault}`));
      await page.emulateMedia({ colorScheme: 'light' });
    }
    expect(found).toEqual([]);
    await show(page, `/${run}/plan`);
    expect(await main.innerText()).toMatch(/c10 · accepted, lands after c2/);
    expect(page.complaints).toEqual([]);
  });

  test.runIf(PICTURES !== undefined)('has its picture taken', { timeout: 600_000 }, async () => {
    const rest = await staged([...everyState, atLimit]);
    for (const part of [...VIEWS, ...TABS]) {
      await show(rest.page, `/${rest.run}${part}`);
      await pictures(rest.page, part);
    }
    const live = await staged(everyState);
    await pictures(live.page, '/live');
    expect([...rest.page.complaints, ...live.page.complaints]).toEqual([]);
  });
});

const VIEWS = ['', '/plan', '/timeline', '/cost', '/requirements', '/events'];
const TABS = 'c2 c3 c4 c5 c7 c9 c12 c14 c15 c2/1/review c5/3/check c5/3/review c5/3/diff c5/3/transcript'
  .split(' ')
  .map((name) => `/checkpoint/${name}`);

/** A part of the page in light and dark, and on a small screen, wholly. */
async function pictures(page: Page, part: string): Promise<void> {
  const folder = PICTURES ?? '';
  await mkdir(folder, { recursive: true });
  const name = part.replaceAll('/', '-').replace(/^-/, '') || 'overview';
  for (const [look, width, colorScheme] of LOOKS) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(150);
    await page.screenshot({ path: path.join(folder, `${name}.${look}.png`), fullPage: true });
  }
}

const LOOKS = [
  ['light', 1280, 'light'],
  ['dark', 1280, 'dark'],
  ['narrow', 400, 'light'],
] as const;
