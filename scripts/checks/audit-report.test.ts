import { expect, test } from 'vitest';
import { readAuditReport } from './audit-report.ts';

const finding = (severity: string, via: unknown[] = []) => ({ severity, range: '<2.0.0', via });
const reportOf = (vulnerabilities: Record<string, unknown>) =>
  JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: {} });

test('names what is high or critical, and counts the rest', () => {
  const title = 'Reads files of others';
  const url = 'https://advisories.example.org/1';
  const output = reportOf({
    'fast-thing': finding('high', [{ title, url, source: 1 }]),
    'other-thing': finding('critical', ['fast-thing']),
    'small-thing': finding('moderate'),
  });
  expect(readAuditReport(output)).toEqual({
    isReached: true,
    serious: [
      'fast-thing <2.0.0: high, Reads files of others (https://advisories.example.org/1)',
      'other-thing <2.0.0: critical, through fast-thing',
    ],
    otherCount: 1,
  });
});

test('finds nothing in a clean report', () => {
  expect(readAuditReport(reportOf({}))).toEqual({ isReached: true, serious: [], otherCount: 0 });
});

test.each([
  ['', 'npm gave no report'],
  ['<html>', 'npm gave no report'],
  ['{"message":"request failed","error":{"summary":""}}', 'request failed'],
])('tells a service that cannot be reached from a clean report: %s', (output, reason) => {
  expect(readAuditReport(output)).toEqual({ isReached: false, reason });
});
