/**
 * Fails if a production dependency has a known vulnerability of high or critical severity: `node scripts/audit.ts`.
 * Part of `npm test`. If the audit service is unreachable, the check passes.
 */

import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';
import { readAuditReport } from './checks/audit-report.ts';
import { projectDir } from './checks/run-tool.ts';

/** A timeout, so that the check does not delay an offline run. */
const TIMEOUT_MS = 60_000;

/** The npm that started this script, or the one on the PATH. */
const npmScript = process.env['npm_execpath'];
const [program, ...npmArgs]: [string, ...string[]] =
  npmScript !== undefined && basename(npmScript) === 'npm-cli.js'
    ? [process.execPath, npmScript]
    : ['npm'];

const { stdout } = spawnSync(
  program,
  [...npmArgs, 'audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=20000'],
  { cwd: projectDir, encoding: 'utf8', timeout: TIMEOUT_MS, maxBuffer: 64 * 1024 * 1024 },
);
const report = readAuditReport(stdout ?? '');
if (!report.isAvailable) {
  console.log(
    `Not audited: the audit service cannot be reached (${report.reason.split(' - ')[0]}).`,
  );
} else if (report.serious.length === 0) {
  console.log(
    `No serious vulnerabilities in production dependencies, and ${report.otherCount} minor ones.`,
  );
} else {
  for (const line of report.serious) console.error(line);
  process.exitCode = 1;
}
