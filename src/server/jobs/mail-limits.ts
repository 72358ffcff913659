/** Limits the number of emails to an address (docs/product/mail.md, Limits). */

import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Database, inTransaction } from '../database/database.ts';
import { addPoints } from '../database/rate-limit-repository.ts';
import type { RecurringJobs } from './job-handler.ts';
import { addJob, removeJob } from './job-queue.ts';
import { type MailKind, rulesOf } from './mail-kinds.ts';
import {
  type CountedAuthor,
  countSentEmails,
  deleteOldCounts,
  deleteSentEmail,
  deleteWithheldEmails,
  findProvenAddress,
  findWithheldEmails,
  insertSentEmail,
  insertWithheldEmail,
  lockAddress,
  type RecipientState,
  type Topic,
  type WithheldEmails,
} from './mail-proof-repository.ts';
import type { QueuedMail } from './queued-mail.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Combined emails are sent after all others, including alerts, because one sender can cause many at once. */
const COMBINED_PRIORITY = 10_000;
/** Emails to an unproven address, per allowance. */
const MAX_UNPROVEN_PER_DAY = 3;
/**
 * Emails to all unproven addresses of a mailbox, per allowance. A mailbox has addresses such as `ann+1@example.org` and
 * `ann+2@example.org`.
 */
const MAX_MAILBOX_PER_DAY = 20;
/** Emails to an address about one conversation or tour. */
const MAX_PER_TOPIC_PER_DAY = 20;
/**
 * Emails to an address about all conversations and tours with text from one mailbox's proven accounts, or from one
 * network's senders without a proven address.
 */
const MAX_FROM_AUTHOR_PER_DAY = 20;
/**
 * The same limit for one network's proven accounts: a sender with a domain can have any number of
 * mailboxes.
 */
const MAX_PROVEN_FROM_NETWORK_PER_DAY = 40;
/**
 * Emails to an address across all conversations and tours. A sender on many networks can start any
 * number of them. Beyond the limit, each author's first email of the day is still sent, so that
 * others cannot delay an email from a new sender.
 */
const MAX_ALL_TOPICS_PER_DAY = 200;
/**
 * Emails with text from senders without a proven address. Proven accounts can reach an address even
 * if many networks use up this limit.
 */
const MAX_ANONYMOUS_PER_DAY = 100;

type Admission =
  | { isAdmitted: true; withheld: WithheldEmails }
  | { isAdmitted: false; reason: 'stopped' | 'day-limit' | 'withheld' | 'reported' };

const NO_EMAILS: WithheldEmails = { messageKeys: [], messageIds: [] };

/**
 * Decides whether an email is sent and, if so, counts it. Emails about a conversation or tour that
 * exceed one of the limits for them are withheld and combined: the next email about it mentions them, and an
 * email is queued for when the limits allow it.
 */
export async function admitMail(
  db: Database,
  options: {
    kind: MailKind;
    mail: QueuedMail;
    recipient: RecipientState;
    messageKey: string;
    now: Date;
  },
): Promise<Admission> {
  const { kind, mail, recipient, messageKey, now } = options;
  if (mail.to.proof === 'setting') return { isAdmitted: true, withheld: NO_EMAILS };
  const { isSecurity = false, maxPerDay = Infinity } = rulesOf(kind);
  if (recipient.isStopped && !isSecurity) return { isAdmitted: false, reason: 'stopped' };
  const { hash, isProven } = recipient;
  const { about, isCombined = false } = mail;
  return inTransaction(db, null, async (transaction) => {
    await lockAddress(transaction, hash);
    const topic = about === null ? null : topicOf(mail, hash, about);
    // Only older ones: a retried email must not report a later change as one before its own.
    const withheld =
      topic === null ? NO_EMAILS : await findWithheldEmails(transaction, topic, mail.dueAt);
    // Another email has reported the changes, or they were too old. Otherwise, an address whose limits are always
    // exceeded would accumulate combined emails.
    if (isCombined && withheld.messageKeys.length === 0)
      return { isAdmitted: false, reason: 'reported' };
    const since = new Date(now.getTime() - DAY_MS);
    const allowance = isProven ? null : allowanceOf(kind, mail);
    const author = await findCountedAuthor(transaction, mail);
    const countedEmail = { hash, messageKey, kind, allowance, about, ...author };
    const counts = await countSentEmails(transaction, { ...countedEmail, since });
    if (counts.ofAllowance >= MAX_UNPROVEN_PER_DAY || counts.ofKind >= maxPerDay)
      return { isAdmitted: false, reason: 'day-limit' };
    const isKnownAuthor = author.authorId !== null || author.authorNetwork !== null;
    const isFirstOfAuthor = isKnownAuthor && counts.fromAuthor === 0;
    const firstEmailTimes = [
      counts.about >= MAX_PER_TOPIC_PER_DAY ? counts.firstAbout : null,
      counts.fromAuthor >= MAX_FROM_AUTHOR_PER_DAY ? counts.firstFromAuthor : null,
      author.authorId !== null && counts.provenFromNetwork >= MAX_PROVEN_FROM_NETWORK_PER_DAY
        ? counts.firstProvenFromNetwork
        : null,
      author.authorId === null && counts.anonymous >= MAX_ANONYMOUS_PER_DAY
        ? counts.firstAnonymous
        : null,
      counts.aboutAny >= MAX_ALL_TOPICS_PER_DAY && !isFirstOfAuthor ? counts.firstAboutAny : null,
    ].filter((time) => time !== null);
    if (topic !== null && firstEmailTimes.length > 0) {
      if (!isCombined) {
        const { dueAt } = mail;
        const messageId = messageSchema.safeParse(mail.mail).data?.messageId ?? null;
        await insertWithheldEmail(transaction, topic, { messageKey, messageId, dueAt });
        const all = await findWithheldEmails(transaction, topic);
        const hasNewer = all.messageKeys.length > withheld.messageKeys.length + 1;
        // The queued combined email describes the latest change.
        if (hasNewer) return { isAdmitted: false, reason: 'withheld' };
      }
      const latestMs = Math.max(...firstEmailTimes.map((time) => time.getTime()));
      const nextAllowedAt = new Date(latestMs + DAY_MS);
      await addJob(transaction, {
        name: kind,
        payload: { ...mail, dueAt: nextAllowedAt.toISOString(), isCombined: true },
        runAt: nextAllowedAt,
        key: combinedKey(topic),
        priority: COMBINED_PRIORITY,
      });
      return { isAdmitted: false, reason: 'withheld' };
    }
    const isNew = await insertSentEmail(transaction, { ...countedEmail, now });
    const { address } = recipient;
    if (isNew && !(await fitsMailboxLimit(transaction, { address, allowance, now }))) {
      await deleteSentEmail(transaction, messageKey);
      return { isAdmitted: false, reason: 'day-limit' };
    }
    return { isAdmitted: true, withheld };
  });
}

const messageSchema = z.object({ messageId: z.string() });

/**
 * Returns the author that an email counts toward. An email from a visitor's account with an
 * unproven address counts toward its network, like one from a visitor without an account, because
 * anyone can create many accounts. Emails from agents, whose network is not recorded, count toward their account.
 */
async function findCountedAuthor(
  db: Database,
  { authorId, authorNetwork }: QueuedMail,
): Promise<CountedAuthor> {
  const address = authorId === null ? null : await findProvenAddress(db, authorId);
  if (address !== null) return { authorId, authorMailbox: hashMailbox(address), authorNetwork };
  const isVisitor = authorNetwork !== null;
  return { authorId: isVisitor ? null : authorId, authorMailbox: null, authorNetwork };
}

/**
 * Returns the allowance that an email to an unproven address counts toward. Anyone can use up the
 * shared allowance. Security emails have separate ones so that others cannot lock users out of their
 * accounts, and so do the kinds with `hasAccountAllowance` if they are sent to an account.
 */
function allowanceOf(kind: MailKind, { to }: QueuedMail): string {
  const { isSecurity = false, hasAccountAllowance = false } = rulesOf(kind);
  return isSecurity || (hasAccountAllowance && to.proof === 'account') ? kind : 'shared';
}

/**
 * Counts an email to an unproven address's mailbox. Returns false if this exceeds the mailbox's
 * limit.
 */
async function fitsMailboxLimit(
  transaction: Database,
  mail: { address: string; allowance: string | null; now: Date },
): Promise<boolean> {
  const { address, allowance, now } = mail;
  if (allowance === null) return true;
  const key = `mailbox:${allowance}:${hashMailbox(address)}`;
  const times = { now: now.getTime(), expiresAt: now.getTime() + DAY_MS };
  const counters = await addPoints(transaction, new Map([[key, 1]]), times);
  return (counters.get(key)?.points ?? 0) <= MAX_MAILBOX_PER_DAY;
}

/** Returns a hash of an address's mailbox, which can have many addresses. */
export const hashMailbox = (address: string) =>
  createHash('sha256').update(mailboxOf(address)).digest('base64url');

/**
 * Normalizes an address to its mailbox because many providers ignore dots and anything after a plus
 * sign.
 */
function mailboxOf(address: string): string {
  const [local = '', domain = ''] = address.toLowerCase().split('@');
  return `${(local.split('+', 1)[0] ?? '').replaceAll('.', '')}@${domain}`;
}

/** Forgets withheld emails that another email has reported, and removes the queued email if no others are left. */
export async function forgetWithheldEmails(
  transaction: Database,
  { mail, hash, messageKeys }: { mail: QueuedMail; hash: Buffer; messageKeys: readonly string[] },
): Promise<void> {
  if (mail.about === null || messageKeys.length === 0) return;
  const topic = topicOf(mail, hash, mail.about);
  await lockAddress(transaction, hash);
  await deleteWithheldEmails(transaction, messageKeys);
  const left = await findWithheldEmails(transaction, topic);
  if (left.messageKeys.length === 0) await removeJob(transaction, combinedKey(topic));
}

/** Withheld emails are stored by account, because its address can change before they are sent. */
const topicOf = ({ to }: QueuedMail, hash: Buffer, about: string): Topic => ({
  recipient: to.proof === 'account' ? `account ${to.userId}` : hash.toString('hex'),
  about,
});

const combinedKey = ({ recipient, about }: Topic) => `emails.combined ${about} ${recipient}`;

/** How long a link that stops all emails is valid. */
const STOP_LINK_MS = 365 * DAY_MS;

/** Recurring jobs by name. */
export const recurringMailJobs: RecurringJobs = {
  'mails.sweep': {
    every: 'hour',
    handle: async ({ db, now }) =>
      deleteOldCounts(db, {
        sent: new Date(now.getTime() - DAY_MS),
        tokens: new Date(now.getTime() - STOP_LINK_MS),
      }),
  },
};
