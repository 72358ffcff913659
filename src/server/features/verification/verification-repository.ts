import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';

/** An account that matches the license list. `expires` is its latest expiration, `YYYY-MM-DD`. */
export type MatchedAccount = {
  id: string;
  name: string;
  expires: string;
  verifiedBy: 'list' | 'admin' | null;
};

/** An account whose verification has changed. */
export type ChangedAccount = { id: string; name: string };

/** The fields of an account that an admin checks, and its verification. */
export type LockedVerification = {
  name: string;
  licenseNumber: string | null;
  licenseState: string | null;
  /** Null if the account is not verified. */
  checkedAt: Date | null;
  isVerified: boolean;
};

const UNVERIFIED = sql`verified_at = null, verified_by = null, verification_expires_on = null`;

/** Blocks license matching by other transactions until this one ends. */
export async function lockMatching(transaction: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('doorstep.licenses'))`.execute(transaction);
}

/**
 * Returns accounts whose unexpired license is in the list under the same last name. License numbers
 * are public, so several accounts can claim one. In that case, a verified account prevents the others
 * from matching, unless an admin has verified them. If none is verified and several have this last
 * name, none matches, and an admin must decide. Call `lockMatching` first.
 *
 * @param today `YYYY-MM-DD`
 * @param userId restricts the search to one account
 */
export async function findMatches(
  transaction: Database,
  today: string,
  userId?: string,
): Promise<MatchedAccount[]> {
  const { rows } = await sql<MatchedAccount>`
    select u.id, u.name, max(l.expires)::text as expires, u.verified_by as "verifiedBy"
    from users u join licenses l on l.number = upper(u.license_number) and l.state = u.license_state
    where u.license_number is not null and l.expires > ${today}::date
      and last_word(l.name) = last_word(u.name) and last_word(u.name) <> ''
      and not exists (
        select from users other
        where other.license_number is not null and other.id <> u.id
          and upper(other.license_number) = upper(u.license_number)
          and other.license_state = u.license_state
          and u.verified_by is distinct from 'admin'
          and (other.verified_at is not null
            or (u.verified_at is null and last_word(other.name) = last_word(u.name)))
      )
      ${userId === undefined ? sql`` : sql`and u.id = ${userId}`}
    group by u.id order by u.id`.execute(transaction);
  return rows;
}

/** Marks accounts as verified by the list, unless an admin has verified them. */
export async function verifyMatches(
  transaction: Database,
  accounts: readonly MatchedAccount[],
  now: Date,
): Promise<void> {
  await sql`
    update users u set verified_at = ${now}, verified_by = 'list', verification_expires_on = m.expires
    from unnest(${accounts.map(({ id }) => id)}::bigint[],
      ${accounts.map(({ expires }) => expires)}::date[]) as m (id, expires)
    where u.id = m.id and u.verified_by is distinct from 'admin'`.execute(transaction);
}

/** Ends verifications by the list for all accounts except `excludedIds`. */
export async function endListVerifications(
  transaction: Database,
  excludedIds: readonly string[],
): Promise<ChangedAccount[]> {
  const { rows } = await sql<ChangedAccount>`
    update users set ${UNVERIFIED}
    where verified_by = 'list' and not (id = any(${[...excludedIds]}::bigint[]))
    returning id, name`.execute(transaction);
  return rows;
}

/** Ends one account's verification. @returns whether it was verified */
export async function endVerification(transaction: Database, userId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update users set ${UNVERIFIED}, verification_note = null
    where id = ${userId} and verified_at is not null`.execute(transaction);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Ends expired verifications. @param today `YYYY-MM-DD` */
export async function endExpiredVerifications(
  transaction: Database,
  today: string,
): Promise<ChangedAccount[]> {
  const { rows } = await sql<ChangedAccount>`
    update users set ${UNVERIFIED} where verification_expires_on <= ${today}::date
    returning id, name`.execute(transaction);
  return rows;
}

/** Marks an account as verified by an admin. */
export async function verifyManually(
  transaction: Database,
  userId: string,
  { expiresOn, note, now }: { expiresOn: string | null; note: string | null; now: Date },
): Promise<void> {
  await sql`
    update users set verified_at = ${now}, verified_by = 'admin',
      verification_expires_on = ${expiresOn}::date, verification_note = ${note}
    where id = ${userId}`.execute(transaction);
}

/** Locks an account until the transaction ends and returns it; undefined if it does not exist. */
export async function lockVerification(
  transaction: Database,
  userId: string,
): Promise<LockedVerification | undefined> {
  const { rows } = await sql<LockedVerification>`
    select name, license_number as "licenseNumber", license_state as "licenseState",
      verified_at as "checkedAt", verified_at is not null as "isVerified"
    from users where id = ${userId} for no key update`.execute(transaction);
  return rows[0];
}
