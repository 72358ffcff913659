import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.{ts,tsx}',
      'tests/repo/**/*.test.ts',
      'tests/helpers/**/*.test.ts',
      'tests/fuzz/**/*.test.ts',
      'bench/**/*.test.ts',
      'scripts/**/*.test.{ts,mjs}',
    ],
    globalSetup: ['tests/global-setup.ts'],
    setupFiles: ['tests/setup.ts'],
    // The whole server is loaded once for each process, not once for each file, which takes as long as many a file.
    isolate: false,
    // Two cores: more processes would only wait for each other.
    maxWorkers: 2,
    // Against a test that hangs; no test depends on how fast the machine is.
    testTimeout: 120_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // An unexpected rejection is a failure, never noise.
    dangerouslyIgnoreUnhandledErrors: false,
  },
});
