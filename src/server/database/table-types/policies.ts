/** Kysely types for the tables of policies, reviews, and licenses. */

import type { GeneratedAlways } from 'kysely';
import type { ReviewDecision } from '#shared/schemas/brokerage/review.ts';
import type { Policies } from '#shared/schemas/brokerage/policy-values.ts';

export type PolicyTables = {
  /** At most one row; null means that the policy is not set. */
  policies: {
    is_only: GeneratedAlways<boolean>;
    agent_sign_up: Policies['agentSignUp'] | null;
    review: Policies['review'] | null;
    second_factor: Policies['secondFactor'] | null;
    card_area: Policies['cardArea'] | null;
  };
  listing_reviews: {
    id: GeneratedAlways<string>;
    property_id: string;
    decision: ReviewDecision;
    reason: string | null;
    decided_at: Date;
  };
  licenses: { number: string; state: string; name: string; expires: Date };
};
