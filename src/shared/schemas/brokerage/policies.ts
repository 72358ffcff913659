/** The policies in requests and responses (docs/product/policies.md). */

import { z } from 'zod';
import { POLICY_VALUES } from './policy-values.ts';

const policy = <const T extends readonly string[]>(name: string, values: T) =>
  z.enum(values, { error: `${name} must be one of ${values.join(', ')}.` });

/** All policies. */
export const policiesSchema = z.object({
  agentSignUp: policy('agentSignUp', POLICY_VALUES.agentSignUp),
  review: policy('review', POLICY_VALUES.review),
  secondFactor: policy('secondFactor', POLICY_VALUES.secondFactor),
  cardArea: policy('cardArea', POLICY_VALUES.cardArea),
});

/** Body of `PUT /policies`. Absent policies do not change. */
export const policyChangesSchema = policiesSchema.partial();
/** Some of the policies. When read, absent policies are not set; in changes, absent policies do not change. */
export type PolicyChanges = z.output<typeof policyChangesSchema>;
