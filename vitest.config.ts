import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/**
 * Test files that import one of these use PostgreSQL. In any other file, `createTestDatabase` fails with a message that
 * refers to this constant.
 */
const USES_DATABASE =
  /\/(?:test-(?:app|database|cluster)|fuzz-world|embedded-database|test-processes\.fixture|(?:alerts|import|tour|alert-kills)\.fixture|server-process)\.ts'/;

const testFiles = globSync([
  'src/**/*.test.{ts,tsx}',
  'tests/{repo,helpers,fuzz}/**/*.test.ts',
  'bench/**/*.test.ts',
  'scripts/**/*.test.{ts,mjs}',
]).toSorted();
const byDatabase = Map.groupBy(testFiles, (file) => USES_DATABASE.test(readFileSync(file, 'utf8')));

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'unit', include: byDatabase.get(false) ?? [] } },
      {
        extends: true,
        test: {
          name: 'api',
          include: byDatabase.get(true) ?? [],
          globalSetup: ['tests/global-setup.ts'],
        },
      },
    ],
    setupFiles: ['tests/setup.ts'],
    // Loads the server's modules once per process. Loading them for each file would take most of the time of most files.
    isolate: false,
    // One more than CI's cores, because tests that kill or start processes wait about half of the time.
    maxWorkers: 3,
    // Only for tests that hang; no test depends on the machine's speed.
    testTimeout: 120_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // An unhandled rejection fails the run.
    dangerouslyIgnoreUnhandledErrors: false,
  },
});
