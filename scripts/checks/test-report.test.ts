import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readPlaywrightReport, readVitestReport } from './test-report.ts';

const folder = mkdtempSync(join(tmpdir(), 'doorstep-report-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(content: unknown): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

test('counts Vitest tests, and counts files that failed to load as failures', () => {
  const file = write({
    numPassedTests: 7,
    numFailedTests: 1,
    testResults: [
      { status: 'passed', assertionResults: [{}, {}] },
      { status: 'failed', assertionResults: [{}] },
      { status: 'failed', assertionResults: [] },
    ],
  });
  expect(readVitestReport(file)).toEqual({ passed: 7, failed: 2 });
});

test('counts Playwright tests, and counts errors outside tests as failures', () => {
  const report = { stats: { expected: 5, unexpected: 1 }, suites: [] };
  expect(readPlaywrightReport(write({ ...report, errors: [] }))).toMatchObject({
    passed: 5,
    failed: 1,
  });
  expect(readPlaywrightReport(write({ ...report, errors: [{}] }))).toMatchObject({
    passed: 5,
    failed: 2,
  });
});

function writeFlakyReport(count: number): string {
  const specs = Array.from({ length: count }, (_, index) => ({
    file: 'visitor.e2e.ts',
    title: `story ${index}`,
    tests: [
      {
        status: 'flaky',
        results: [
          { errors: [{ message: '\u001b[31mTimed out\u001b[0m\nCall log' }] },
          { errors: [] },
        ],
      },
    ],
  }));
  const stableTest = {
    file: 'visitor.e2e.ts',
    title: 'stable',
    tests: [{ status: 'expected', results: [] }],
  };
  return write({
    stats: { expected: 5, unexpected: 0 },
    suites: [{ suites: [{ specs }], specs: [stableTest] }],
    errors: [],
  });
}

test('lists flaky tests with their errors, and counts them as failed if there are more than three', () => {
  expect(readPlaywrightReport(writeFlakyReport(1))).toEqual({
    passed: 6,
    failed: 0,
    flaky: ['visitor.e2e.ts › story 0\n    Timed out\n    Call log'],
  });
  expect(readPlaywrightReport(writeFlakyReport(3))).toMatchObject({ passed: 8, failed: 0 });
  expect(readPlaywrightReport(writeFlakyReport(4))).toMatchObject({ passed: 5, failed: 4 });
});

test('returns no counts for an interrupted run', () => {
  expect(readVitestReport(write('{"numPassed'))).toBeUndefined();
  expect(readVitestReport(join(folder, 'absent.json'))).toBeUndefined();
  expect(readPlaywrightReport(write({}))).toBeUndefined();
});
