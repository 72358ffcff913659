import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** How many tests of a runner passed and failed. A file that could not be loaded counts as a failed test. */
export interface TestCounts {
  passed: number;
  failed: number;
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
});

/** Counts from the file of Vitest's JSON reporter; `undefined` if the run ended before it was written. */
export function readVitestReport(file: string): TestCounts | undefined {
  const report = read(file, vitestReport);
  if (!report) return undefined;
  const unloadable = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloadable.length };
}

/** The same of Playwright's. A test that passes only when repeated counts as failed. */
export function readPlaywrightReport(file: string): TestCounts | undefined {
  const report = read(file, playwrightReport);
  if (!report) return undefined;
  const { expected, unexpected, flaky } = report.stats;
  return { passed: expected, failed: unexpected + flaky + report.errors.length };
}

function read<T>(file: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}
