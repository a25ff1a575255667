// Draws a part of a run's page: node scripts/page-picture.mjs RUN/report.html PART > docs/page.png
// PART is what stands behind the run's name in the page's address, such as checkpoint/c2/1/diff.
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const [file, part = ''] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage({ viewport: { width: 1120, height: 700 }, colorScheme: 'light' });
await page.goto(pathToFileURL(file).href);
await page.locator('main h1').waitFor();
await page.evaluate(`location.hash = location.hash.split('/').slice(0, 2).join('/') + '/${part}'`);
await page.waitForTimeout(500);
process.stdout.write(await page.screenshot());
await browser.close();
