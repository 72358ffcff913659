/** Serializes users for responses to themselves and to admins (docs/product/accounts.md, Responses). */

import type { Profile, Role, User } from '#shared/schemas/user.ts';
import { toVerificationFields, type VerificationRow } from '../../database/agent-verification.ts';
import type { Membership } from '../../database/agent-office.ts';
import { imagePath } from '../../storage/image-paths.ts';

/** The columns for a user's own profile. */
export type ProfileRow = Membership &
  VerificationRow & {
    id: string;
    name: string;
    email: string;
    role: Role;
    avatar_key: string | null;
    phone: string | null;
    agent_requested_at: Date | null;
  };

/** The columns for responses to admins. */
export type UserRow = ProfileRow & {
  verified_by: 'list' | 'admin' | null;
  verification_expires_on: string | null;
  verification_note: string | null;
  created_at: Date;
};

/** Converts a user for profile and sign-in responses. */
export function toProfile(row: ProfileRow): Profile {
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    avatar: row.avatar_key === null ? null : imagePath(row.avatar_key),
    phone: row.phone,
    office: row.office,
    ...toVerificationFields(row),
    licenseNumber: row.license_number,
    licenseState: row.license_state,
    agentRequestedAt: row.agent_requested_at?.toISOString() ?? null,
    officeRole: row.officeRole,
  };
}

/** Converts a user for responses to admins. */
export function toUser(row: UserRow): User {
  const { officeRole: _officeRole, ...user } = toProfile(row);
  const { verified_by: by, verification_expires_on: expiresOn, verification_note: note } = row;
  return {
    ...user,
    verificationDetails: by === null ? null : { by, expiresOn, note },
    createdAt: row.created_at.toISOString(),
  };
}
