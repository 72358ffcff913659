import { z } from 'zod';

/** Known vulnerabilities in production dependencies, from `npm audit --json`. */
export type AuditReport =
  /** `serious` describes those of high or critical severity, `otherCount` counts the rest. */
  | { isAvailable: true; serious: string[]; otherCount: number }
  /** The audit service was unreachable; `reason` is npm's message. */
  | { isAvailable: false; reason: string };

const findings = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      severity: z.string(),
      range: z.string().default(''),
      via: z.array(z.union([z.string(), z.object({ title: z.string(), url: z.string() })])),
    }),
  ),
});

const failure = z.object({ message: z.string() });

/** Parses a report. @param output npm's standard output; anything but a report counts as unreachable */
export function readAuditReport(output: string): AuditReport {
  const json = parse(output);
  const report = findings.safeParse(json);
  if (!report.success) {
    return {
      isAvailable: false,
      reason: failure.safeParse(json).data?.message ?? 'npm printed no report',
    };
  }
  const all = Object.entries(report.data.vulnerabilities);
  const serious = all
    .filter(([, { severity }]) => severity === 'high' || severity === 'critical')
    .map(([name, { severity, range, via }]) => {
      const reasons = via.map((cause) =>
        typeof cause === 'string' ? `through ${cause}` : `${cause.title} (${cause.url})`,
      );
      return `${name} ${range}: ${severity}, ${reasons.join('; ')}`;
    });
  return { isAvailable: true, serious, otherCount: all.length - serious.length };
}

function parse(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch {
    return undefined;
  }
}
