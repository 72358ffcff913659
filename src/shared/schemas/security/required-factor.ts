import type { Policies } from '../brokerage/policy-values.ts';
import type { Role } from '../user.ts';

/** Whether the policy asks accounts of a role for a second factor (docs/product/account-security.md, Required). */
export function isSecondFactorRequired(
  { secondFactor }: Pick<Policies, 'secondFactor'>,
  role: Role,
): boolean {
  if (secondFactor === 'optional') return false;
  return role === 'admin' || (secondFactor === 'staff' && role === 'agent');
}
