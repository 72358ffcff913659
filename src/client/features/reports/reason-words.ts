import type { ReportReason } from '#shared/schemas/report.ts';

/** The reasons in words, as the emails have them; the schema's file would bring the whole of zod along. */
export const REASON_WORDS: Record<ReportReason, string> = {
  scam: 'It looks like a scam',
  wrong_facts: 'Facts are wrong',
  not_available: 'It is no longer available',
  discrimination: 'It discriminates',
  offensive: 'It is offensive',
  duplicate: 'It is a duplicate',
  other: 'Something else',
};

/** The reasons as choices. */
export const REASON_OPTIONS = Object.entries(REASON_WORDS).map(([value, label]) => ({
  value,
  label,
}));

export const isReason = (text: string): text is ReportReason => text in REASON_WORDS;
