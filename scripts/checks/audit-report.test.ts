import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readAuditReport } from './audit-report.ts';

const finding = (severity: string, via: unknown[] = []) => ({ severity, range: '<2.0.0', via });
const toReport = (vulnerabilities: Record<string, unknown>) =>
  JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: {} });

test('names high and critical vulnerabilities, and counts the rest', () => {
  const title = 'Reads arbitrary files';
  const url = 'https://advisories.example.org/1';
  const output = toReport({
    'fast-thing': finding('high', [{ title, url, source: 1 }]),
    'other-thing': finding('critical', ['fast-thing']),
    'small-thing': finding('moderate'),
  });
  expect(readAuditReport(output)).toEqual({
    isAvailable: true,
    serious: [
      'fast-thing <2.0.0: high, Reads arbitrary files (https://advisories.example.org/1)',
      'other-thing <2.0.0: critical, through fast-thing',
    ],
    otherCount: 1,
  });
});

test('finds nothing in a clean report', () => {
  expect(readAuditReport(toReport({}))).toEqual({ isAvailable: true, serious: [], otherCount: 0 });
});

test.each([
  ['', 'npm printed no report'],
  ['<html>', 'npm printed no report'],
  ['{"message":"request failed","error":{"summary":""}}', 'request failed'],
])('reports an unreachable service: %s', (output, reason) => {
  expect(readAuditReport(output)).toEqual({ isAvailable: false, reason });
});

const folder = mkdtempSync(join(tmpdir(), 'doorstep-audit-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the check with a fake npm that prints `output`. */
function audit(output: string) {
  const npm = join(folder, 'npm-cli.js');
  writeFileSync(npm, `console.log(${JSON.stringify(output)}); process.exitCode = 1;`);
  return spawnSync(process.execPath, [join(import.meta.dirname, '../audit.ts')], {
    encoding: 'utf8',
    env: { ...process.env, npm_execpath: npm },
  });
}

test('the check fails only for serious vulnerabilities', () => {
  const failing = audit(toReport({ 'fast-thing': finding('critical') }));
  expect({ status: failing.status, output: failing.stderr }).toEqual({
    status: 1,
    output: expect.stringContaining('fast-thing') as string,
  });
  expect(audit(toReport({ 'small-thing': finding('low') })).status).toBe(0);
  const unreachable = audit('{"message":"request failed, reason: connect","error":{}}');
  expect({ status: unreachable.status, output: unreachable.stdout }).toEqual({
    status: 0,
    output: expect.stringMatching(/^Not audited: .*\n$/) as string,
  });
});
