/**
 * `npm test`: runs all checks. Prints compact output for passing checks, full output for failures,
 * and a final line with counts.
 *
 * Single-core checks run two at a time. Tests use both cores, so they run one at a time.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '#server/process/run-command.ts';
import { removeAbandonedTempFolders } from '#tests/helpers/temp-folder.ts';
import { runTool } from './checks/run-tool.ts';
import { readPlaywrightReport, readVitestReport, type TestCounts } from './checks/test-report.ts';

interface Check {
  name: string;
  /** Commands that run one after another until one fails. */
  commands: (readonly string[])[];
  env?: Record<string, string>;
  /** Whether to show the output of a passing check. */
  isShown?: true;
  /** Reads a test runner's counts. Any other check counts as one. */
  readCounts?: () => TestCounts | undefined;
}

/** A single thread halves the CPU time because every thread reads the library types. */
const typecheck = (part: string) => ['tsc', '-p', `tsconfig.${part}.json`, '--singleThreaded'];

/** The build is first because it takes longest and the end-to-end tests need it. */
const STATIC_CHECKS: Check[] = [
  { name: 'build', commands: [['scripts/run.mjs', 'build']] },
  { name: 'format', commands: [['oxfmt', '--check']] },
  { name: 'lint', commands: [['oxlint', '--deny-warnings']] },
  { name: 'shared types', commands: [typecheck('shared')] },
  { name: 'server types', commands: [typecheck('server')] },
  {
    name: 'client and test types',
    commands: [
      ['react-router', 'typegen'],
      typecheck('client'),
      typecheck('worker'),
      typecheck('e2e'),
    ],
  },
  { name: 'dead code', commands: [['knip', '--no-progress']] },
  { name: 'audit', commands: [['scripts/audit.ts']], isShown: true },
];

/** Checks of the completed build. */
const BUILD_CHECKS: Check[] = [
  { name: 'page weight', commands: [['scripts/budgets.ts']], isShown: true },
];

function describeTestRuns(reportFolder: string): Check[] {
  const vitestFile = join(reportFolder, 'vitest.json');
  const playwrightFile = join(reportFolder, 'playwright.json');
  return [
    {
      name: 'unit and API tests',
      commands: [
        [
          'vitest',
          'run',
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${vitestFile}`,
        ],
      ],
      readCounts: () => readVitestReport(vitestFile),
    },
    {
      name: 'end-to-end tests',
      commands: [['playwright', 'test', '--reporter=list,json']],
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightFile },
      readCounts: () => readPlaywrightReport(playwrightFile),
    },
  ];
}

async function main(shutdownSignal: AbortSignal): Promise<void> {
  const reportFolder = mkdtempSync(join(tmpdir(), 'doorstep-reports-'));
  const testRun = randomBytes(4).toString('hex');
  process.env['TEST_RUN'] = testRun;
  const allCounts: TestCounts[] = [];
  const runOne = async (check: Check): Promise<void> => {
    shutdownSignal.throwIfAborted();
    allCounts.push(await runCheck(check, shutdownSignal));
  };
  try {
    const iterator = STATIC_CHECKS.values();
    const worker = async (): Promise<void> => {
      for (const check of iterator) await runOne(check);
    };
    await Promise.all([worker(), worker()]);
    for (const check of [...BUILD_CHECKS, ...describeTestRuns(reportFolder)]) await runOne(check);
  } finally {
    rmSync(reportFolder, { recursive: true, force: true });
    await removeAbandonedTempFolders(testRun);
  }
  const passed = allCounts.reduce((sum, counts) => sum + counts.passed, 0);
  const failed = allCounts.reduce((sum, counts) => sum + counts.failed, 0);
  const flaky = allCounts.flatMap((counts) => counts.flaky ?? []);
  if (flaky.length > 0) console.log(`\n${flaky.length} flaky\n  ${flaky.join('\n  ')}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

async function runCheck(check: Check, shutdownSignal: AbortSignal): Promise<TestCounts> {
  const startedAt = performance.now();
  let result = { exitCode: 0 as number | null, output: '' };
  for (const command of check.commands) {
    result = await runTool(command, shutdownSignal, check.env);
    shutdownSignal.throwIfAborted();
    if (result.exitCode !== 0) break;
  }
  const counts = countResults(check, result.exitCode === 0);
  const hasPassed = counts.failed === 0;
  if (!hasPassed || check.isShown === true) console.log(`\n${result.output}\n`);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const tests = check.readCounts ? `  ${counts.passed} passed, ${counts.failed} failed` : '';
  console.log(`${hasPassed ? '✓' : '✗'} ${check.name.padEnd(28)}${seconds.padStart(6)} s${tests}`);
  return counts;
}

/** Returns a check's counts. A runner that fails without a failed test, or without a report, counts as one failure. */
function countResults(check: Check, hasSucceeded: boolean): TestCounts {
  const counts = check.readCounts
    ? check.readCounts()
    : { passed: hasSucceeded ? 1 : 0, failed: 0 };
  if (!counts) return { passed: 0, failed: 1 };
  return hasSucceeded || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

runCommand(main);
