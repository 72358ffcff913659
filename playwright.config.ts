import { defineConfig } from '@playwright/test';
import { findTestBrowser } from './tests/helpers/browser.ts';
import { IS_FULL_RUN } from './tests/helpers/full-run.ts';

const { executablePath, args, env } = await findTestBrowser();

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/support/global-setup.ts',
  // Tests with this tag run only in full runs (docs/testing.md, Full run).
  ...(IS_FULL_RUN ? {} : { grepInvert: /@full$/ }),
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  // A test that passes on retry is reported as flaky (scripts/test.ts).
  retries: 1,
  // One more than CI's cores, because a test waits about half of the time.
  workers: 3,
  // Only for tests that hang; no test depends on the machine's speed.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  // Projects share no workers, so screens never show homes or accounts created by feature tests.
  projects: [
    { name: 'screens', testMatch: 'screens/**/*.e2e.ts' },
    { name: 'features', testIgnore: 'screens/**' },
  ],
  use: {
    browserName: 'chromium',
    launchOptions: {
      executablePath,
      // Only localhost can be resolved.
      args: [...args, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost'],
      env,
    },
    locale: 'en-US',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
    // Requests from a service worker bypass the tests' simulated responses, so only its own test enables it.
    serviceWorkers: 'block',
  },
});
