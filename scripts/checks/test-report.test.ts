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

test("counts Vitest's tests, and files that could not be loaded as failed ones", () => {
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

test("counts Playwright's tests, with unsteady ones and errors outside of tests as failed", () => {
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 3 };
  expect(readPlaywrightReport(write({ stats, errors: [] }))).toEqual({ passed: 5, failed: 2 });
  expect(readPlaywrightReport(write({ stats, errors: [{}] }))).toEqual({ passed: 5, failed: 3 });
});

test('has no counts where a run broke off', () => {
  expect(readVitestReport(write('{"numPassed'))).toBeUndefined();
  expect(readVitestReport(join(folder, 'absent.json'))).toBeUndefined();
  expect(readPlaywrightReport(write({}))).toBeUndefined();
});
