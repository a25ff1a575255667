import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Message } from '../../../src/domain/transcript.ts';
import { begin, opening, sha, smooth, submit, whole } from '../story.ts';
import { chrome, openBrowser, openPage, show, violations } from './browser.ts';
import { stage, type Staged } from './stage.ts';

const TALK: readonly Message[] = [
  { role: 'system', text: 'You write code.' },
  { role: 'user', text: 'Keep comments.' },
  {
    role: 'assistant',
    text: 'I look first.',
    calls: [{ id: '1', tool: 'read', input: { path: 'src/parse.ts' } }],
  },
  { role: 'tool', call: '1', ok: true, text: 'what the file holds' },
];
const STAGED: Staged = {
  events: whole,
  files: { 'src/parse.ts': `${'// a line\n'.repeat(40)}export const a = 1;\n` },
  changed: {
    'src/parse.ts': `${'// a line\n'.repeat(29)}// <b>changed</b>\n${'// a line\n'.repeat(10)}export const a = 2;\n`,
  },
  transcripts: { 'c2.a2.coder': TALK, planner: TALK },
};
const PARTS = [
  '',
  '/plan',
  '/timeline',
  '/cost',
  '/requirements',
  '/events',
  ...['summary', 'diff', 'check', 'review', 'transcript'].map((tab) => `/checkpoint/c2/2/${tab}`),
];

describe.skipIf(chrome === undefined)('the run page in Chromium', () => {
  let browser: Browser;
  const closing: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await Promise.all(closing.map(async (close) => close()));
  });
  const open = async (staged: Staged) => {
    const at = await stage(staged);
    closing.push(at.close);
    return at;
  };

  test('shows a run: where it stands, its plan, diff with findings, checks, reviews, conversations', async () => {
    const at = await open(STAGED);
    const page = await openPage(browser, `${at.url}#/${at.run}`);
    const main = page.locator('main');
    await main.getByRole('heading', { level: 1, name: 'Keep comments in the parser' }).waitFor();
    expect(await main.innerText()).toMatch(/done/);
    await show(page, `/${at.run}/checkpoint/c2/2/diff`);
    const finding = main.locator('.line-with', { hasText: 'sorts the comments' });
    expect(await finding.locator('.line').innerText()).toContain('<b>changed</b>');
    await page.keyboard.press('s');
    expect(await main.locator('.pair').count()).toBeGreaterThan(3);
    await show(page, `/${at.run}/checkpoint/c2/1/check`);
    expect(await main.innerText()).toMatch(/writes a comment\s+keeps order/);
    await main.getByRole('button', { name: 'Whole output' }).click();
    await main.getByText('all of the output').waitFor();
    await show(page, `/${at.run}/checkpoint/c2/2/transcript`);
    await main.getByText('I look first.').waitFor();
    expect(await main.innerText()).not.toContain('what the file holds');
    await main.locator('summary', { hasText: 'read' }).click();
    await main.getByText('what the file holds').waitFor();
    await show(page, `/${at.run}/cost`);
    await main.locator('.chart canvas').waitFor();
    await show(page, `/${at.run}/plan`);
    expect(await main.locator('svg a').count()).toBe(2);
    await show(page, '/');
    await page.getByRole('link', { name: /Keep comments in the parser/ }).click();
    await main.getByRole('heading', { level: 1, name: 'Keep comments in the parser' }).waitFor();
    expect(page.complaints).toEqual([]);
    expect(page.asked.filter((url) => !url.startsWith(at.url) && !url.startsWith('data:'))).toEqual([]);
  });

  test('follows a run as it goes on', async () => {
    const at = await open({ events: opening });
    const page = await openPage(browser, `${at.url}#/${at.run}`);
    const main = page.locator('main');
    await main.getByText('at work', { exact: true }).waitFor();
    await at.append(begin('c1.a1'));
    await main.getByRole('link', { name: 'c1.a1 Read comment lines' }).waitFor();
    for (const event of smooth('c1.a1', sha('1'), 'Read comment lines').slice(1)) {
      await at.append(event);
    }
    await page.getByText('1 of 2 landed').first().waitFor();
    expect(page.complaints).toEqual([]);
  });

  test('of a run that was cut off says so, and what to type', async () => {
    const at = await open({ events: [...opening, begin('c1.a1')], gone: true });
    const file = pathToFileURL(await at.report()).href;
    for (const url of [at.url, file]) {
      const page = await openPage(browser, `${url}#/${at.run}`);
      await page.locator('main').getByText('paused', { exact: true }).waitFor();
      expect(await page.locator('main').innerText()).toMatch(/it was cut off[^]*orchestrate resume/);
      expect(page.complaints).toEqual([]);
    }
  });

  test('is worked by keys alone', async () => {
    const at = await open(STAGED);
    const page = await openPage(browser, `${at.url}#/${at.run}`);
    const heading = page.locator('main h1');
    const hash = async (): Promise<string> => page.evaluate<string>('location.hash');
    await heading.getByText('Keep comments').waitFor();
    await page.keyboard.press('j');
    await heading.getByText('c1').waitFor();
    await page.keyboard.press('j');
    await heading.getByText('c2').waitFor();
    expect(await page.evaluate<string>('document.activeElement.textContent')).toMatch(/c2 Write comments/);
    expect(await page.title()).toMatch(/^c2 summary · Keep comments/);
    await page.keyboard.press('ArrowRight');
    expect(await hash()).toMatch(/c2\/last\/diff$/);
    await page.keyboard.press('[');
    expect(await hash()).toMatch(/c2\/2\/diff$/);
    await page.keyboard.press('3');
    await heading.getByText('Timeline').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('sent back');
    await heading.getByText('Found').waitFor();
    await page.keyboard.press('Escape');
    await heading.getByText('Timeline').waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.keyboard.press('Tab');
    await page.keyboard.press('k');
    await heading.getByText('c2').waitFor();
  });

  test('loses no key, however fast they come', async () => {
    const at = await open(STAGED);
    const page = await openPage(browser, `${at.url}#/${at.run}`);
    await page.locator('main h1').getByText('Keep comments').waitFor();
    const after = async (keys: readonly string[]): Promise<string> =>
      page.evaluate<string>(`(() => {
        for (const key of ${JSON.stringify(keys)}) {
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        }
        return location.hash.replace(/^#.[^/]+/, '');
      })()`);
    expect(await after(['j', 'j', 'k', 'ArrowRight'])).toBe('/checkpoint/c1/last/diff');
    expect(await after(['j', '[', '[', 'ArrowRight', ']'])).toBe('/checkpoint/c2/2/check');
    expect(await after(['3', 'j', '/'])).toBe('/checkpoint/c1/last/summary');
    await page.keyboard.type('sent back');
    await page.locator('main h1').getByText('Found').waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('sent back');
  });

  test('is open to everybody: no fault that axe finds, in light and dark, wide and narrow', async () => {
    const at = await open(STAGED);
    const found: string[] = [];
    const page = await openPage(browser, `${at.url}#/${at.run}`);
    await page.locator('main h1').waitFor();
    for (const part of PARTS) {
      await show(page, `/${at.run}${part}`);
      const tell = (look: string, faults: readonly string[]): void =>
        void found.push(...faults.map((fault) => `${part}, ${look}: ${fault}`));
      tell('light', await violations(page));
      await page.emulateMedia({ colorScheme: 'dark' });
      tell('dark', await violations(page, ['color-contrast']));
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 400, height: 800 });
      tell('narrow', await violations(page, ['scrollable-region-focusable', 'target-size']));
      const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      tell('narrow', wide > 0 ? ['wider than the screen'] : []);
      await page.setViewportSize({ width: 1200, height: 800 });
    }
    expect(found).toEqual([]);
  });

  const EVIL = `<img src=x onerror="window.pwned=1"><script>window.pwned=1</script></script><svg onload=alert(1)>`;

  /** Every text of the events that somebody else has written. */
  const poisoned = JSON.parse(
    JSON.stringify(whole, (key, value: unknown) =>
      typeof value === 'string' && WORDS.has(key) ? `${value}${EVIL}` : value,
    ),
  ) as Staged['events'];

  const POISON: Staged = {
    events: poisoned,
    files: { 'src/parse.ts': 'one\n' },
    changed: {
      'src/parse.ts': `${EVIL}\n`,
      [`odd <img src=x onerror=alert(1)>.ts`]: `const a = '${EVIL}';\n`,
    },
    transcripts: { 'c2.a2.coder': TALK.map((m) => ({ ...m, text: EVIL })) },
  };

  test('a text of a model or a file is never markup, on the page or in the file', async () => {
    const at = await open(POISON);
    const file = pathToFileURL(await at.report()).href;
    for (const url of [at.url, file]) {
      const page = await openPage(browser, `${url}#/${at.run}`);
      await page.locator('main h1').waitFor();
      for (const part of PARTS) {
        await show(page, `/${at.run}${part}`);
        await page.waitForTimeout(100);
        expect(await page.locator('main img, main script, main svg[onload]').count(), part).toBe(0);
      }
      await show(page, `/${at.run}/checkpoint/c2/2/diff`);
      await page.locator('main').getByText('<script>window.pwned').first().waitFor();
      expect(await page.evaluate(`'pwned' in window`)).toBe(false);
      expect(page.complaints).toEqual([]);
      await page.context().close();
    }
  });

  test('report.html opens from a disk, whole, and asks for nothing', async () => {
    const secret = 'hush-hush-hush-hush';
    const at = await open({
      ...STAGED,
      env: { OPENAI_API_KEY: secret },
      transcripts: { 'c2.a2.coder': [{ role: 'user', text: `the key is ${secret}` }, ...TALK.slice(2)] },
    });
    const page = await openPage(browser, pathToFileURL(await at.report()).href);
    const main = page.locator('main');
    await main.getByRole('heading', { level: 1, name: 'Keep comments in the parser' }).waitFor();
    await show(page, `/${at.run}/checkpoint/c2/2/diff`);
    await main.getByText('sorts the comments').waitFor();
    await show(page, `/${at.run}/checkpoint/c2/2/transcript`);
    await main.getByText('the key is ***').first().waitFor();
    expect(await violations(page)).toEqual([]);
    expect(page.asked.filter((url) => !url.startsWith('file:') && url !== 'data:,')).toEqual([]);
    expect(page.complaints).toEqual([]);
  });

  test('an address without its token shows nothing', async () => {
    const at = await open({ events: [...opening, begin('c1.a1'), submit('c1.a1', sha('1'))] });
    const page = await openPage(browser, new URL('/', at.url).href);
    expect(await page.locator('body').innerText()).toMatch(/lacks its token/);
  });
});

const WORDS = new Set([
  'title',
  'goal',
  'summary',
  'reason',
  'detail',
  'problem',
  'suggestion',
  'evidence',
  'text',
  'name',
  'tail',
  'model',
  'role',
  'runner',
  'rule',
  'source',
  'command',
]);
