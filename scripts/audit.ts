/**
 * Fails if a production dependency has a known vulnerability of high or critical severity: `node scripts/audit.ts`.
 * Part of `npm test`. If the audit service is unreachable, the check passes.
 */

import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';
import { z } from 'zod';
import { projectDir } from './checks/run-tool.ts';

/** Limits how long the check can delay an offline run. */
const TIMEOUT_MS = 60_000;

const reportSchema = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string() })),
});

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
const report = reportSchema.safeParse(parse(stdout));
if (report.success) {
  const vulnerabilities = Object.entries(report.data.vulnerabilities);
  const serious = vulnerabilities.filter(([, { severity }]) => /high|critical/.test(severity));
  console.log(
    `Vulnerabilities in production packages: ${vulnerabilities.length} (${serious.length} high or critical)`,
  );
  for (const [name] of serious)
    console.error(`${name} has a high or critical vulnerability. Run "npm audit" for details.`);
  if (serious.length > 0) process.exitCode = 1;
} else console.log('Not audited: the audit service cannot be reached.');

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
