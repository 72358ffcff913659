/**
 * Opens a page in the test browser, takes a screenshot, and prints any errors and warnings.
 *
 *   node scripts/screenshot.ts URL OUT.png [--width 1440] [--height 900] [--dark] [--full] [--no-js] [--wait MS]
 *
 * `--full` captures the full page instead of the viewport. Exits with 1 if the page logged an error
 * or a warning, or if a request failed.
 */
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { findTestBrowser } from '#tests/helpers/browser.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    width: { type: 'string', default: '1440' },
    height: { type: 'string', default: '900' },
    wait: { type: 'string', default: '0' },
    dark: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    'no-js': { type: 'boolean', default: false },
  },
});
const [url, outputFile] = positionals;
if (url === undefined || outputFile === undefined) {
  console.error(
    'Usage: node scripts/screenshot.ts URL OUT.png [--width N] [--height N] [--dark] [--full] [--no-js] [--wait MS]',
  );
  process.exit(2);
}

const browser = await chromium.launch(await findTestBrowser());
try {
  const page = await browser.newPage({
    viewport: { width: Number(values.width), height: Number(values.height) },
    colorScheme: values.dark ? 'dark' : 'light',
    javaScriptEnabled: !values['no-js'],
    reducedMotion: 'reduce',
  });
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      problems.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
  page.on('requestfailed', (request) => {
    problems.push(
      `failed: ${request.method()} ${request.url()} ${request.failure()?.errorText ?? ''}`,
    );
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()}: ${response.url()}`);
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForTimeout(Number(values.wait));
  await page.screenshot({ path: outputFile, fullPage: values.full });
  console.log(`${outputFile}: ${await page.title()}`);
  for (const problem of problems) console.log(`  ${problem}`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await browser.close();
}
