/** Reasons for reporting a listing, separate from the schemas so that pages need no zod. */

/** The labels of the reasons, on screen and in emails. */
export const REPORT_REASONS = {
  scam: 'It looks like a scam',
  wrong_facts: 'Facts are wrong',
  not_available: 'It is no longer available',
  discrimination: 'It is discriminatory',
  offensive: 'It is offensive',
  duplicate: 'It is a duplicate',
  other: 'Something else',
} as const;
export type ReportReason = keyof typeof REPORT_REASONS;

// The cast is safe because the type covers all keys of the object.
/** The reasons in order. */
export const REPORT_REASON_CODES = Object.keys(REPORT_REASONS) as ReportReason[];
