import type { Policies } from '../brokerage/policy-values.ts';
import type { Role } from '../user.ts';

/** Returns whether the policy requires a second factor for a role (docs/product/account-security.md, Required). */
export function isSecondFactorRequired(
  { secondFactor }: Pick<Policies, 'secondFactor'>,
  role: Role,
): boolean {
  if (secondFactor === 'optional') return false;
  return role === 'admin' || (secondFactor === 'staff' && role === 'agent');
}
