/** Limits how many emails an address gets (docs/product/mail.md, Limits). */

import { createHash } from 'node:crypto';
import { type Database, inTransaction } from '../database/database.ts';
import { addPoints } from '../database/rate-limit-repository.ts';
import type { RecurringJobs } from './job-handler.ts';
import { addJob, removeJob } from './job-queue.ts';
import { type MailKind, rulesOf } from './mail-kinds.ts';
import {
  countSent,
  deleteGathered,
  deleteOldCounts,
  deleteSent,
  findGathered,
  gather,
  type Gathered,
  insertSent,
  type KnownRecipient,
  lockAddress,
} from './mail-proof-repository.ts';
import type { QueuedMail } from './queued-mail.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** For all kinds together, to an unproven address. */
const MAX_UNPROVEN_PER_DAY = 3;
/** To all unproven addresses of one mailbox: `ann+1@example.org`, `ann+2@example.org`. */
const MAX_MAILBOX_PER_DAY = 20;
/** To one address about one conversation or tour. */
const MAX_ABOUT_PER_DAY = 20;
/** To one address about all of them: a sender with many accounts can start any number. */
const MAX_ABOUT_ANY_PER_DAY = 200;

type Admission =
  | { isAdmitted: true; gathered: Gathered | undefined }
  | { isAdmitted: false; reason: 'stopped' | 'day-limit' | 'gathered' };

/**
 * Decides whether an email is sent, and counts it if so. Emails beyond an address's limit for a conversation are
 * combined: the next email mentions them, and one is queued for when the limit allows it.
 */
export async function admitMail(
  db: Database,
  given: {
    kind: MailKind;
    mail: QueuedMail;
    recipient: KnownRecipient;
    messageKey: string;
    now: Date;
  },
): Promise<Admission> {
  const { kind, mail, recipient, messageKey, now } = given;
  if (mail.to.proof === 'setting') return { isAdmitted: true, gathered: undefined };
  const { isSecurity = false, maxPerDay = Infinity } = rulesOf(kind);
  if (recipient.isStopped && !isSecurity) return { isAdmitted: false, reason: 'stopped' };
  const { hash, isProven } = recipient;
  const { about, isGathered = false } = mail;
  return inTransaction(db, null, async (transaction) => {
    await lockAddress(transaction, hash);
    const since = new Date(now.getTime() - DAY_MS);
    const sent = await countSent(transaction, { hash, messageKey, kind, about, since });
    if ((!isProven && sent.all >= MAX_UNPROVEN_PER_DAY) || sent.ofKind >= maxPerDay)
      return { isAdmitted: false, reason: 'day-limit' };
    const isAboutFull = sent.about >= MAX_ABOUT_PER_DAY;
    if (about !== null && (isAboutFull || sent.aboutAny >= MAX_ABOUT_ANY_PER_DAY)) {
      if (!isGathered) await gather(transaction, { hash, about, since: now });
      const first = isAboutFull ? sent.firstAbout : sent.firstAboutAny;
      const room = new Date((first ?? now).getTime() + DAY_MS);
      await addJob(transaction, {
        name: kind,
        payload: { ...mail, dueAt: room.toISOString(), isGathered: true },
        runAt: room,
        key: gatheringKey(hash, about),
      });
      return { isAdmitted: false, reason: 'gathered' };
    }
    const isNew = await insertSent(transaction, { messageKey, hash, kind, about, now });
    if (isNew && !isProven && !(await hasRoom(transaction, recipient.address, now))) {
      await deleteSent(transaction, messageKey);
      return { isAdmitted: false, reason: 'day-limit' };
    }
    if (about === null) return { isAdmitted: true, gathered: undefined };
    const gathered = await findGathered(transaction, { hash, about });
    if (gathered === undefined || !isGathered) return { isAdmitted: true, gathered };
    // One of them is the email itself.
    return { isAdmitted: true, gathered: { ...gathered, count: gathered.count - 1 } };
  });
}

/** Counts an email to a mailbox; false if that exceeds its limit. */
async function hasRoom(transaction: Database, address: string, now: Date): Promise<boolean> {
  const hash = createHash('sha256').update(mailboxOf(address)).digest('base64url');
  const key = `mailbox:${hash}`;
  const times = { now: now.getTime(), expiresAt: now.getTime() + DAY_MS };
  const counters = await addPoints(transaction, new Map([[key, 1]]), times);
  return (counters.get(key)?.points ?? 0) <= MAX_MAILBOX_PER_DAY;
}

/** Returns what the addresses of a mailbox share: many providers ignore dots and anything after a plus sign. */
function mailboxOf(address: string): string {
  const [local = '', domain = ''] = address.toLowerCase().split('@');
  return `${(local.split('+', 1)[0] ?? '').replaceAll('.', '')}@${domain}`;
}

/** Clears the combined changes, which were sent, and their queued email. */
export async function endGathering(db: Database, hash: Buffer, about: string): Promise<void> {
  await inTransaction(db, null, async (transaction) => {
    await deleteGathered(transaction, { hash, about });
    await removeJob(transaction, gatheringKey(hash, about));
  });
}

const gatheringKey = (hash: Buffer, about: string) =>
  `mails.gathered ${about} ${hash.toString('hex')}`;

/** The validity of a link that stops all emails. */
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
