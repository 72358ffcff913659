import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

/**
 * The numbers of passed and failed tests. A file that could not be loaded and an error outside tests each count as a
 * failed test.
 */
export interface TestCounts {
  passed: number;
  failed: number;
  /**
   * Tests that passed only on retry, each with the errors of its failed attempt. They count as
   * passed unless there are more than `MAX_FLAKY`.
   */
  flaky?: string[];
}

/** Maximum number of flaky tests in a successful run. */
const MAX_FLAKY = 3;

/** Maximum number of lines shown of a flaky test's errors. */
const MAX_ERROR_LINES = 30;

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

interface Suite {
  suites?: Suite[] | undefined;
  specs: {
    file: string;
    title: string;
    tests: { status: string; results: { errors: { message?: string | undefined }[] }[] }[];
  }[];
}

const suite: z.ZodType<Suite> = z.lazy(() =>
  z.object({
    suites: z.array(suite).optional(),
    specs: z.array(
      z.object({
        file: z.string(),
        title: z.string(),
        tests: z.array(
          z.object({
            status: z.string(),
            results: z.array(
              z.object({ errors: z.array(z.object({ message: z.string().optional() })) }),
            ),
          }),
        ),
      }),
    ),
  }),
);

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number() }),
  suites: z.array(suite),
  errors: z.array(z.unknown()),
});

/** Reads the counts from Vitest's JSON report; `undefined` if the run ended before it was written. */
export function readVitestReport(file: string): TestCounts | undefined {
  const report = readReport(file, vitestReport);
  if (!report) return undefined;
  const unloadable = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloadable.length };
}

/** Reads the counts from Playwright's JSON report; `undefined` if the run ended before it was written. */
export function readPlaywrightReport(file: string): TestCounts | undefined {
  const report = readReport(file, playwrightReport);
  if (!report) return undefined;
  const { expected, unexpected } = report.stats;
  const flaky = report.suites.flatMap(findFlaky);
  const isTooFlaky = flaky.length > MAX_FLAKY;
  return {
    passed: expected + (isTooFlaky ? 0 : flaky.length),
    failed: unexpected + (isTooFlaky ? flaky.length : 0) + report.errors.length,
    flaky,
  };
}

function findFlaky({ suites = [], specs }: Suite): string[] {
  const flaky = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'flaky')
      .map(({ results }) => {
        const messages = results.flatMap(({ errors }) => errors.map(({ message = '' }) => message));
        const text = stripVTControlCharacters(messages.join('\n'));
        return [`${file} › ${title}`, ...text.split('\n').slice(0, MAX_ERROR_LINES)].join('\n    ');
      }),
  );
  return [...flaky, ...suites.flatMap(findFlaky)];
}

function readReport<T>(file: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}
