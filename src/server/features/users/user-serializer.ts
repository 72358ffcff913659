/** Users and agents in responses: exactly these fields (docs/product/accounts.md, Responses). */

import type { Role, User } from '#shared/schemas/user.ts';
import { imagePath } from '../../storage/image-paths.ts';

/** The columns that are read of a user. */
export type UserRow = {
  id: string;
  name: string;
  email: string;
  role: Role;
  avatar_key: string | null;
  created_at: Date;
};

/** A user's own view of themself: the profile, and the response to signing in. */
export function toProfile(row: Omit<UserRow, 'created_at'>): Omit<User, 'createdAt'> {
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    avatar: row.avatar_key === null ? null : imagePath(row.avatar_key),
  };
}

/** A user as admins see them. */
export function toUser(row: UserRow): User {
  return { ...toProfile(row), createdAt: row.created_at.toISOString() };
}
