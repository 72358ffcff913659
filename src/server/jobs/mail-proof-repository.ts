/** Stores proven and stopped addresses, link tokens, and counts of emails (docs/product/mail.md). */

import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { type MailKind, rulesOf } from './mail-kinds.ts';

/** An email's recipient, as stored in the queue. */
export type MailRecipient =
  /** An account; its address is read when the email is composed. */
  | { proof: 'account'; userId: string }
  /** An address that someone entered, and the conversation where its owner may have proven it. */
  | { proof: 'address'; address: string; inquiryId?: string | undefined }
  /** An address from the settings. */
  | { proof: 'setting'; address: string };

/** A recipient's current state. */
export type RecipientState = {
  address: string;
  userId: string | null;
  isProven: boolean;
  isStopped: boolean;
  /** False for the operator's own address. */
  isStoppable: boolean;
  hash: Buffer;
};

const isStopped = sql`exists (select from stopped_addresses s where s.address_hash = r.hash)`;

/**
 * Returns a recipient's current state; undefined if the account was deleted. An address without an
 * account is proven only for the conversation or alerts where its owner proved it. Otherwise, one
 * reply to one agent would let all agents send text to the address.
 */
export async function findRecipient(
  db: Database,
  to: MailRecipient,
  kind: MailKind,
): Promise<RecipientState | undefined> {
  if (to.proof === 'account') {
    const { rows } = await sql<RecipientState>`
      select r.address, r.id as "userId", r.is_proven as "isProven", r.hash, ${isStopped} as "isStopped",
        true as "isStoppable"
      from (
        select u.id, u.email as address, address_hash(u.email) as hash,
          coalesce(lower(a.confirmed_email) = lower(u.email), false) as is_proven
        from users u left join alert_preferences a on a.user_id = u.id where u.id = ${to.userId}
      ) r`.execute(db);
    return rows[0];
  }
  const isProven =
    rulesOf(kind).isConfirmedAlert === true
      ? sql`exists (
          select from saved_searches s
          where lower(s.email) = lower(${to.address}) and s.user_id is null and s.confirmed_at is not null)`
      : sql`exists (
          select from inquiries q
          where q.id = ${(to.proof === 'address' ? to.inquiryId : undefined) ?? null} and q.proven_address = r.hash)`;
  const { rows } = await sql<{ isProven: boolean; isStopped: boolean; hash: Buffer }>`
    select r.hash, ${isStopped} as "isStopped", ${isProven} as "isProven"
    from (select address_hash(${to.address}) as hash) r`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { address, proof } = to;
  if (proof === 'setting')
    return { ...row, address, userId: null, isProven: true, isStoppable: false };
  return { ...row, address, userId: null, isStoppable: true };
}

/** Builds a condition for accounts with a proven address; false for a deleted account. */
export const isProvenAccount = (userId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from users u join alert_preferences a on a.user_id = u.id
  where u.id = ${userId} and lower(a.confirmed_email) = lower(u.email))`;

/** Returns an account's address if it is proven; null otherwise, and for a deleted account. */
export async function findProvenAddress(db: Database, userId: string): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`
    select email from users where id = ${userId} and ${isProvenAccount(sql`users.id`)}`.execute(db);
  return rows[0]?.email ?? null;
}

/**
 * Marks an account's address as proven and ends its email stop. Prefer `confirmAccountAddress` of
 * the saved searches, which also moves pending alerts to the address.
 */
export async function markProven(
  db: Database,
  { userId, address }: { userId: string; address: string },
): Promise<void> {
  await sql`
    insert into alert_preferences (user_id, confirmed_email) values (${userId}, ${address})
    on conflict (user_id) do update set confirmed_email = ${address}`.execute(db);
  await resumeEmails(db, address);
}

/**
 * Marks an address without an account as proven for one conversation and its tours, and ends its
 * email stop.
 */
export async function markProvenForInquiry(
  db: Database,
  { inquiryId: id, address }: { inquiryId: string; address: string },
): Promise<void> {
  const hash = sql`address_hash(${address})`;
  await sql`update inquiries set proven_address = ${hash} where id = ${id}`.execute(db);
  await resumeEmails(db, address);
}

/** Allows emails again to an address whose owner has just proven it. */
export async function resumeEmails(db: Database, address: string): Promise<void> {
  const hash = sql`address_hash(${address})`;
  await sql`delete from stopped_addresses where address_hash = ${hash}`.execute(db);
}

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** Stores the hash of the token in a link that proves an account's address. */
export async function insertProofToken(
  db: Database,
  link: { token: string; userId: string; address: string; now: Date; expiresAt: Date },
): Promise<void> {
  const { token, userId, address, now, expiresAt } = link;
  await sql`
    insert into alert_tokens (token_hash, purpose, user_id, email, created_at, expires_at)
    values (${hashOf(token)}, 'confirm', ${userId}, ${address}, ${now}, ${expiresAt})`.execute(db);
}

/** Stores the hash of the token in a link that stops the emails to an address. */
export async function insertStopToken(
  db: Database,
  { token, hash, now }: { token: string; hash: Buffer; now: Date },
): Promise<void> {
  await sql`
    insert into stop_tokens (token_hash, address_hash, created_at)
    values (${hashOf(token)}, ${hash}, ${now})`.execute(db);
}

/**
 * Stops the emails to the address that the link was sent to.
 *
 * @returns false for an unknown or expired link
 */
export async function stopEmailsByToken(db: Database, token: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ address_hash: Buffer }>`
    select address_hash from stop_tokens where token_hash = ${hashOf(token)}`.execute(db);
  const [stopToken] = rows;
  if (stopToken === undefined) return false;
  await sql`
    insert into stopped_addresses (address_hash, stopped_at) values (${stopToken.address_hash}, ${now})
    on conflict do nothing`.execute(db);
  return true;
}

/** Locks an address's email counts until the transaction ends. */
export async function lockAddress(transaction: Database, hash: Buffer): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('doorstep.emails ' || encode(${hash}, 'hex'), 0))`.execute(
    transaction,
  );
}

/**
 * Counts of emails sent to an address since a time. Each `first…` field is the time of the first email in the count
 * above it; null if there is none.
 */
type SentCounts = {
  /** The number of emails to the unproven address that count toward the same allowance. */
  ofAllowance: number;
  /** The number of emails of the same kind, and the same allowance if the address is unproven. */
  ofKind: number;
  /** The number of emails about the same conversation or tour. */
  about: number;
  firstAbout: Date | null;
  /** The number of emails about any conversation or tour. */
  aboutAny: number;
  firstAboutAny: Date | null;
  /** The number of emails in `aboutAny` without an account as their author, such as those with a visitor's text. */
  anonymous: number;
  firstAnonymous: Date | null;
  /** The number of emails in `aboutAny` with text from the same author. */
  fromAuthor: number;
  firstFromAuthor: Date | null;
  /** The number of emails in `aboutAny` with text from proven accounts in the author's network. */
  provenFromNetwork: number;
  firstProvenFromNetwork: Date | null;
};

/**
 * The author that an email counts toward: the mailbox of a proven account, the account of an agent
 * without a proven address, or a visitor's network if `authorId` is null.
 */
export type CountedAuthor = {
  authorId: string | null;
  /** A hash of the mailbox of an account's proven address. */
  authorMailbox: string | null;
  authorNetwork: string | null;
};

/** Counts the emails sent to an address since a time, except the one with `messageKey`. */
export async function countSentEmails(
  db: Database,
  options: {
    hash: Buffer;
    messageKey: string;
    kind: string;
    allowance: string | null;
    about: string | null;
    since: Date;
  } & CountedAuthor,
): Promise<SentCounts> {
  const { hash, messageKey, kind, allowance, about, since } = options;
  const { authorId, authorMailbox, authorNetwork } = options;
  const isFromAuthor =
    authorId === null
      ? sql`(author_id is null and author_network = ${authorNetwork})`
      : sql`(author_id = ${authorId} or author_mailbox = ${authorMailbox})`;
  const isProvenFromNetwork = sql`(author_id is not null and author_network = ${authorNetwork})`;
  const { rows } = await sql<SentCounts>`
    select count(*) filter (where allowance = ${allowance})::int as "ofAllowance",
      count(*) filter (where kind = ${kind} and allowance is not distinct from ${allowance})::int as "ofKind",
      count(*) filter (where about = ${about})::int as about,
      min(sent_at) filter (where about = ${about}) as "firstAbout",
      count(about)::int as "aboutAny",
      min(sent_at) filter (where about is not null) as "firstAboutAny",
      count(about) filter (where author_id is null)::int as anonymous,
      min(sent_at) filter (where about is not null and author_id is null) as "firstAnonymous",
      count(about) filter (where ${isFromAuthor})::int as "fromAuthor",
      min(sent_at) filter (where about is not null and ${isFromAuthor}) as "firstFromAuthor",
      count(about) filter (where ${isProvenFromNetwork})::int as "provenFromNetwork",
      min(sent_at) filter (where about is not null and ${isProvenFromNetwork}) as "firstProvenFromNetwork"
    from sent_mails where address_hash = ${hash} and sent_at > ${since}
      and message_key <> ${messageKey}`.execute(db);
  const [counts] = rows;
  if (counts === undefined) throw new Error('Emails were not counted.');
  return counts;
}

/**
 * Counts an email. A retried email is counted once, at the time of its last attempt.
 *
 * @returns whether this is the first attempt
 */
export async function insertSentEmail(
  db: Database,
  sent: {
    messageKey: string;
    hash: Buffer;
    kind: string;
    allowance: string | null;
    about: string | null;
    now: Date;
  } & CountedAuthor,
): Promise<boolean> {
  const { messageKey, hash, kind, allowance, about, now } = sent;
  const { authorId, authorMailbox, authorNetwork } = sent;
  const { rows } = await sql<{ isNew: boolean }>`
    insert into sent_mails
      (message_key, address_hash, kind, allowance, about, author_id, author_mailbox, author_network, sent_at)
    values (${messageKey}, ${hash}, ${kind}, ${allowance}, ${about}, ${authorId}, ${authorMailbox}, ${authorNetwork},
      ${now})
    on conflict (message_key) do update set sent_at = excluded.sent_at
    returning xmax = 0 as "isNew"`.execute(db);
  return rows[0]?.isNew ?? false;
}

/** Removes an unsent email from the counts. */
export async function deleteSentEmail(db: Database, messageKey: string): Promise<void> {
  await sql`delete from sent_mails where message_key = ${messageKey}`.execute(db);
}

/** Emails about a conversation or tour that a limit has withheld from a recipient. */
export type WithheldEmails = {
  messageKeys: string[];
  /** The inquiry's messages in these emails. */
  messageIds: string[];
};

/** A conversation or tour, and the recipient of its emails: an account, or a hash of an address. */
export type Topic = { recipient: string; about: string };

/** Records a withheld email once, even if it is retried. */
export async function insertWithheldEmail(
  db: Database,
  { recipient, about }: Topic,
  mail: { messageKey: string; messageId: string | null; dueAt: string },
): Promise<void> {
  await sql`
    insert into withheld_mails (message_key, recipient, about, message_id, due_at)
    values (${mail.messageKey}, ${recipient}, ${about}, ${mail.messageId}, ${mail.dueAt})
    on conflict do nothing`.execute(db);
}

/** Returns the emails that were due by a time, in any order. */
export async function findWithheldEmails(
  db: Database,
  { recipient, about }: Topic,
  dueBy = 'infinity',
): Promise<WithheldEmails> {
  const { rows } = await sql<WithheldEmails>`
    select coalesce(array_agg(message_key), '{}') as "messageKeys",
      coalesce(array_agg(message_id::text) filter (where message_id is not null), '{}') as "messageIds"
    from withheld_mails
    where (recipient, about) = (${recipient}, ${about}) and due_at <= ${dueBy}`.execute(db);
  return rows[0] ?? { messageKeys: [], messageIds: [] };
}

export async function deleteWithheldEmails(db: Database, keys: readonly string[]): Promise<void> {
  await sql`delete from withheld_mails where message_key = any(${keys})`.execute(db);
}

/** Returns the network (IPv4 /24 or IPv6 /48) of an account's most recently used session; null if an older release opened it. */
export async function findLatestSession(db: Database, userId: string) {
  const { rows } = await sql<{ network: string | null }>`
    select regexp_replace(place, '^((?:[0-9a-f]+:){3}).*', '\\1*') as network from sessions where user_id = ${userId}
    order by coalesce(last_seen_at, created_at) desc, created_at desc limit 1`.execute(db);
  return rows[0];
}

/**
 * Records an email for its cause (see `NewMail`).
 *
 * @returns the number of emails with this cause since a time, at most `max`, without this one and those of concurrent
 *   transactions
 */
export async function recordCause(
  transaction: Database,
  { cause, now, since, max }: { cause: string; now: Date; since: Date; max: number },
): Promise<number> {
  // No counter: concurrent transactions of one cause must not wait for each other.
  const { rows } = await sql<{ count: number }>`
    with added as (insert into mail_causes (cause, queued_at) values (${cause}, ${now}))
    select count(*)::int as count from (
      select from mail_causes where cause = ${cause} and queued_at > ${since} limit ${max}
    ) recent`.execute(transaction);
  return rows[0]?.count ?? 0;
}

/** Deletes expired counts, withheld emails, and tokens that stop emails. */
export async function deleteOldCounts(
  db: Database,
  before: { sent: Date; tokens: Date },
): Promise<void> {
  await sql`delete from sent_mails where sent_at <= ${before.sent}`.execute(db);
  const due = sql`${before.sent}::timestamptz - interval '1 day'`;
  await sql`delete from withheld_mails where due_at <= ${due}`.execute(db);
  await sql`delete from mail_causes where queued_at <= ${before.sent}`.execute(db);
  await sql`delete from stop_tokens where created_at <= ${before.tokens}`.execute(db);
}
