import type { ReportReason } from '#shared/schemas/report.ts';

/**
 * The labels of the reasons, as in the emails. Repeated here because importing the schema would
 * bundle zod.
 */
export const REASON_LABELS: Record<ReportReason, string> = {
  scam: 'It looks like a scam',
  wrong_facts: 'Facts are wrong',
  not_available: 'It is no longer available',
  discrimination: 'It discriminates',
  offensive: 'It is offensive',
  duplicate: 'It is a duplicate',
  other: 'Something else',
};

/** The reasons as select options. */
export const REASON_OPTIONS = Object.entries(REASON_LABELS).map(([value, label]) => ({
  value,
  label,
}));

export const isReason = (text: string): text is ReportReason => text in REASON_LABELS;
