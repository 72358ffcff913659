import type { InquiryStage } from '#shared/schemas/inquiry.ts';

/** The stages in words, in order. */
export const STAGE_WORDS: Record<InquiryStage, string> = {
  new: 'New',
  contacted: 'Contacted',
  tour: 'Tour',
  offer: 'Offer',
  closed: 'Closed',
  lost: 'Lost',
};

/** The stages in the order in which an inquiry goes through them. */
export const STAGES = Object.keys(STAGE_WORDS) as InquiryStage[];
