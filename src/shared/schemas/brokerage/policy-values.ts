/** The policies and their values, without zod because every page needs some of them (docs/product/policies.md). */

/** The values of each policy. The first is the default. */
export const POLICY_VALUES = {
  agentSignUp: ['open', 'approval', 'closed'],
  review: ['none', 'unverified', 'all'],
  secondFactor: ['optional', 'admins', 'staff'],
  cardArea: ['fixed', 'actual'],
} as const;

export type PolicyName = keyof typeof POLICY_VALUES;

export type Policies = { [Name in PolicyName]: (typeof POLICY_VALUES)[Name][number] };

/** The default policies. */
export const DEFAULT_POLICIES: Policies = {
  agentSignUp: POLICY_VALUES.agentSignUp[0],
  review: POLICY_VALUES.review[0],
  secondFactor: POLICY_VALUES.secondFactor[0],
  cardArea: POLICY_VALUES.cardArea[0],
};

/** The policies that affect visitors’ pages. */
export type PublicPolicies = Pick<Policies, 'agentSignUp' | 'cardArea'>;

export const toPublicPolicies = ({ agentSignUp, cardArea }: Policies): PublicPolicies => ({
  agentSignUp,
  cardArea,
});
