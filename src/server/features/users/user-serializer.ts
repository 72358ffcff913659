/** Users and agents in responses: exactly these fields (docs/product/accounts.md, Responses). */

import type { Profile, Role, User } from '#shared/schemas/user.ts';
import type { Membership } from '../../database/agent-office.ts';
import { imagePath } from '../../storage/image-paths.ts';

/** The columns that are read of a user. */
export type UserRow = Membership & {
  id: string;
  name: string;
  email: string;
  role: Role;
  avatar_key: string | null;
  phone: string | null;
  created_at: Date;
};

/** A user's own view of themself: the profile, and the response to signing in. */
export function toProfile(row: Omit<UserRow, 'created_at'>): Profile {
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    avatar: row.avatar_key === null ? null : imagePath(row.avatar_key),
    phone: row.phone,
    office: row.office,
    officeRole: row.officeRole,
  };
}

/** A user as admins see them. */
export function toUser(row: UserRow): User {
  const { officeRole: _own, ...user } = toProfile(row);
  return { ...user, createdAt: row.created_at.toISOString() };
}
