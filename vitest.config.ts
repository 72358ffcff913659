import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/**
 * Test files that import one of these run with PostgreSQL, or start their own. `createTestDatabase` fails in any other
 * file, and names this place.
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
    // The server's modules are loaded once per process instead of once per file, which would dominate most files.
    isolate: false,
    // One more than the cores of CI: tests that kill or start processes wait about as long as they work.
    maxWorkers: 3,
    // Only against a test that hangs; no test depends on the speed of the machine.
    testTimeout: 120_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // An unhandled rejection fails the run.
    dangerouslyIgnoreUnhandledErrors: false,
  },
});
