import { defineConfig } from '@playwright/test';
import { findTestBrowser } from './tests/helpers/browser.ts';
import { IS_FULL_RUN } from './tests/helpers/full-run.ts';

const { executablePath, args, env } = await findTestBrowser();

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/support/global-setup.ts',
  // Stories whose title ends with this tag protect details (docs/testing.md, Full run).
  ...(IS_FULL_RUN ? {} : { grepInvert: /@full$/ }),
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  // A test that passes on retry is reported as flaky (scripts/test.ts).
  retries: 1,
  // One more than the cores that there are: a test waits about as long as it works.
  workers: 3,
  // Against what never comes; no test depends on how fast the machine is.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  // Projects share no workers, so the screens never show homes or accounts that feature tests leave behind.
  projects: [
    { name: 'screens', testMatch: 'screens/**/*.e2e.ts' },
    { name: 'features', testIgnore: 'screens/**' },
  ],
  use: {
    browserName: 'chromium',
    launchOptions: {
      executablePath,
      // Only the site under test has a name.
      args: [...args, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost'],
      env,
    },
    locale: 'en-US',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
    // Requests that a service worker makes pass by the responses that tests make up; only its own test wants it.
    serviceWorkers: 'block',
  },
});
