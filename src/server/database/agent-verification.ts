/** SQL for an agent's public verification, shared by all features (docs/product/verified-agents.md). */

import { type RawBuilder, sql } from 'kysely';
import type { Verification } from '#shared/schemas/agent-verification.ts';

/** A user's verification columns. */
export type VerificationRow = {
  verified_at: Date | null;
  license_number: string | null;
  license_state: string | null;
};

/** Returns an agent's verification fields for responses. */
export function toVerificationFields(row: VerificationRow): {
  isVerified: boolean;
  verification: Verification | null;
} {
  return {
    isVerified: row.verified_at !== null,
    verification:
      row.verified_at === null
        ? null
        : {
            checkedAt: row.verified_at.toISOString(),
            licenseNumber: row.license_number,
            licenseState: row.license_state,
          },
  };
}

/** Selects the verification of user `u` as JSON; null if the user is not verified. */
export const VERIFICATION_JSON: RawBuilder<Verification | null> = sql`
  case when u.verified_at is not null then json_build_object(
    'checkedAt', to_char(u.verified_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'licenseNumber', u.license_number, 'licenseState', u.license_state) end`;
