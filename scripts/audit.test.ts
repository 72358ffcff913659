import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'doorstep-audit-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the check with a fake npm that prints `output`. */
function audit(output: string) {
  const npm = join(folder, 'npm-cli.js');
  writeFileSync(npm, `console.log(${JSON.stringify(output)}); process.exitCode = 1;`);
  return spawnSync(process.execPath, [join(import.meta.dirname, 'audit.ts')], {
    encoding: 'utf8',
    env: { ...process.env, npm_execpath: npm },
  });
}

const reportOf = (vulnerabilities: Record<string, { severity: string }>) =>
  JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: {} });

test.each(['high', 'critical'])('reports a vulnerability of severity %s and fails', (severity) => {
  const { status, stderr } = audit(reportOf({ small: { severity: 'low' }, large: { severity } }));
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'large has a high or critical vulnerability. Run "npm audit" for details.\n',
  });
});

test('passes if there are only less severe vulnerabilities, or none', () => {
  expect(audit(reportOf({ small: { severity: 'moderate' } })).status).toBe(0);
  expect(audit(reportOf({})).status).toBe(0);
});

test.each(['', '<html>', '{"message":"request failed","error":{"summary":""}}'])(
  'passes if npm prints no report, as when the service is unreachable: %s',
  (output) => {
    const { status, stdout } = audit(output);
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^Not audited/),
    });
  },
);
