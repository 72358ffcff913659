/** Finds, creates, and updates accounts. */

import { type Insertable, type Selectable, sql } from 'kysely';
import type { ProfileForm, Role } from '#shared/schemas/user.ts';
import { type Membership, membershipOf } from '../../database/agent-office.ts';
import { violatedConstraint, type Database } from '../../database/database.ts';
import type { UsersTable } from '../../database/tables.ts';
import { AppError } from '../../errors/app-error.ts';

/** An account with its profile, office, and password hash. */
export type AccountRow = Pick<Selectable<UsersTable>, (typeof COLUMNS)[number]> & Membership;

const COLUMNS = [
  'id',
  'name',
  'email',
  'role',
  'password_hash',
  'avatar_key',
  'is_demo',
  'phone',
  'agent_requested_at',
  'license_number',
  'license_state',
  'verified_at',
] as const;
const MEMBERSHIP = membershipOf(sql`users.id`);

/** Finds the account with an email address, ignoring case. */
export async function findAccountByEmail(
  db: Database,
  email: string,
): Promise<AccountRow | undefined> {
  return db
    .selectFrom('users')
    .select(COLUMNS)
    .select(MEMBERSHIP)
    .where((column) => column(column.fn('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst();
}

/**
 * Finds an account. Returns undefined if it was deleted.
 *
 * @param options.lock whether to block changes and deletion until the transaction ends
 */
export async function findAccount(
  db: Database,
  id: string,
  options: { lock?: boolean } = {},
): Promise<AccountRow | undefined> {
  const account = db.selectFrom('users').select(COLUMNS).select(MEMBERSHIP).where('id', '=', id);
  return (options.lock === true ? account.forNoKeyUpdate() : account).executeTakeFirst();
}

/** @throws AppError EMAIL_TAKEN */
export async function insertAccount(
  db: Database,
  account: {
    name: string;
    email: string;
    role: Role;
    passwordHash: string;
    now: Date;
    agentRequestedAt?: Date;
  },
): Promise<AccountRow> {
  const { name, email, role, passwordHash: password_hash, now: created_at } = account;
  const values: Insertable<UsersTable> = {
    name,
    email,
    role,
    password_hash,
    created_at,
    agent_requested_at: account.agentRequestedAt ?? null,
  };
  return withEmailTakenError(() =>
    db
      .insertInto('users')
      .values(values)
      .returning(COLUMNS)
      .returning(MEMBERSHIP)
      .executeTakeFirstOrThrow(),
  );
}

/**
 * @param avatarKey the new picture's key; undefined keeps the current one
 * @throws AppError EMAIL_TAKEN
 */
export async function updateProfile(
  db: Database,
  id: string,
  {
    name,
    email,
    phone,
    licenseNumber,
    licenseState,
  }: ProfileForm & Required<Pick<ProfileForm, 'name' | 'email'>>,
  avatarKey: string | undefined,
): Promise<AccountRow> {
  const values = {
    name,
    email,
    ...(phone === undefined ? {} : { phone }),
    ...(licenseNumber === undefined ? {} : { license_number: licenseNumber || null }),
    ...(licenseState === undefined ? {} : { license_state: licenseState || null }),
    ...(avatarKey === undefined ? {} : { avatar_key: avatarKey }),
  };
  return withEmailTakenError(() =>
    db
      .updateTable('users')
      .set(values)
      .where('id', '=', id)
      .returning(COLUMNS)
      .returning(MEMBERSHIP)
      .executeTakeFirstOrThrow(),
  );
}

export async function updatePassword(
  db: Database,
  id: string,
  passwordHash: string,
): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute();
}

export const emailTakenError = () =>
  new AppError('EMAIL_TAKEN', 'An account with this email already exists.');

async function withEmailTakenError<T>(statement: () => Promise<T>): Promise<T> {
  try {
    return await statement();
  } catch (error) {
    throw violatedConstraint(error) === 'users_email_key' ? emailTakenError() : error;
  }
}
