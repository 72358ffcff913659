/**
 * Fails if a production dependency has a known vulnerability of severity high or critical: `node scripts/audit.ts`.
 * Part of `npm test`. An unreachable audit service does not fail the check.
 */

import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';
import { readAuditReport } from './checks/audit-report.ts';
import { projectDir } from './checks/run-tool.ts';

/** The check must not delay an offline run. */
const TIMEOUT_MS = 60_000;

/** The npm that started this, or the one on the PATH. */
const npmScript = process.env['npm_execpath'];
const [program, ...first]: [string, ...string[]] =
  npmScript !== undefined && basename(npmScript) === 'npm-cli.js'
    ? [process.execPath, npmScript]
    : ['npm'];

const { stdout } = spawnSync(
  program,
  [...first, 'audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=20000'],
  { cwd: projectDir, encoding: 'utf8', timeout: TIMEOUT_MS, maxBuffer: 64 * 1024 * 1024 },
);
const report = readAuditReport(stdout ?? '');
if (!report.isReached) {
  console.log(
    `Not audited: the audit service cannot be reached (${report.reason.split(' - ')[0]}).`,
  );
} else if (report.serious.length === 0) {
  console.log(`No serious vulnerabilities in our packages, and ${report.otherCount} minor ones.`);
} else {
  for (const line of report.serious) console.error(line);
  process.exitCode = 1;
}
