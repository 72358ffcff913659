import type { InquiryStage } from '#shared/schemas/inquiry.ts';

/** The labels of the stages, in order. */
export const STAGE_LABELS: Record<InquiryStage, string> = {
  new: 'New',
  contacted: 'Contacted',
  tour: 'Tour',
  offer: 'Offer',
  closed: 'Closed',
  lost: 'Lost',
};

/** The stages in their usual order. */
export const STAGES = Object.keys(STAGE_LABELS) as InquiryStage[];
