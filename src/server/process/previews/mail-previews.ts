/** Composes previews of every email with sample data, for development (docs/product/mail.md, Previews). */

import type { Database } from '../../database/database.ts';
import { finishMail } from '../../jobs/finish-mail.ts';
import type { JobContext, MailHandlers } from '../../jobs/job-handler.ts';
import { type MailKind, rulesOf } from '../../jobs/mail-kinds.ts';
import { findRecipient, type MailRecipient } from '../../jobs/mail-proof-repository.ts';
import type { Mail } from '../../mail/mailer.ts';
import { addSampleRows, EXPIRES_ON, type SampleRows, USER_EMAIL } from './sample-repository.ts';

/** A sample email as it would be sent. */
export type MailPreview = {
  id: string;
  name: MailKind;
  description: string;
  isProven: boolean;
  mail: Mail;
};

type Sample = { name: MailKind; description: string; to: MailRecipient; payload: unknown };

const TOUR_KINDS = [
  'requested',
  'booked',
  'confirmed',
  'moved',
  'moved-request',
  'declined',
  'unanswered',
  'canceled',
  'home-gone',
  'agent-changed',
  'reminder',
] as const;
const ENDED_KINDS = new Set<string>([
  'declined',
  'unanswered',
  'canceled',
  'home-gone',
  'agent-changed',
]);

/**
 * Composes every email from sample rows, with its real handler.
 *
 * @param changeRows changes the sample rows beforehand, for tests
 */
export async function composePreviews(
  emails: MailHandlers,
  context: JobContext,
  changeRows?: (transaction: Database) => Promise<void>,
): Promise<MailPreview[]> {
  const previews: MailPreview[] = [];
  await context.db
    .transaction()
    .execute(async (transaction) => {
      const rows = await addSampleRows(transaction, context.now);
      await changeRows?.(transaction);
      for (const sample of samplesOf(rows)) {
        for (const isProven of [true, false]) {
          const mail = await composeSample(emails, sample, isProven, {
            ...context,
            db: transaction,
          });
          const description = isProven
            ? sample.description
            : `${sample.description} (unproven address)`;
          if (mail !== null)
            previews.push({
              id: String(previews.length + 1),
              name: sample.name,
              description,
              isProven,
              mail,
            });
        }
      }
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  return previews;
}

/** Composes an email as the queue does, for a proven or unproven address. */
async function composeSample(
  emails: MailHandlers,
  { name, to, payload }: Sample,
  isProven: boolean,
  context: JobContext,
): Promise<Mail | null> {
  const state = await findRecipient(context.db, to, name);
  if (state === undefined || (to.proof === 'setting' && !isProven)) return null;
  const recipient = { ...state, isProven };
  const { address, userId } = recipient;
  const allowsUserText = isProven || rulesOf(name).authors.every((author) => author === 'site');
  const composed = await emails[name]?.(payload, {
    ...context,
    to: { address, userId, isProven, allowsUserText },
    withheld: { count: 0, messageIds: [] },
  });
  return composed ? finishMail(composed, { recipient, allowsUserText }, context) : null;
}

/** Thrown to roll back the transaction with the sample rows. */
class RolledBack extends Error {}

function samplesOf(rows: SampleRows): Sample[] {
  const { userId, agentId, homeId, questionId, answerId, inquiryId, messageId, reportId } = rows;
  const user = { proof: 'account', userId } as const;
  const agent = { proof: 'account', userId: agentId } as const;
  const guest = { proof: 'address', address: USER_EMAIL } as const;
  return [
    {
      name: 'accounts.reset-mail',
      description: 'A password reset',
      to: user,
      payload: { userId, email: USER_EMAIL },
    },
    {
      name: 'contact.mail',
      description: 'A contact message',
      to: { proof: 'setting', address: 'office@mail-previews.example' },
      payload: { messageId },
    },
    {
      name: 'inquiries.question-mail',
      description: 'A question, to the agent',
      to: agent,
      payload: { messageId: questionId },
    },
    {
      name: 'inquiries.opened-mail',
      description: 'The link to an inquiry',
      to: user,
      payload: { inquiryId },
    },
    {
      name: 'inquiries.answer-mail',
      description: 'A reply',
      to: user,
      payload: { messageId: answerId },
    },
    {
      name: 'reviews.decision-mail',
      description: 'A listing was sent back',
      to: agent,
      payload: { reviewId: rows.reviewId },
    },
    {
      name: 'reviews.waiting-mail',
      description: 'Listings are waiting for review',
      to: agent,
      payload: {},
    },
    ...(['approved', 'declined'] as const).map((decision) => ({
      name: 'users.agent-request-mail' as const,
      description: `A request to become an agent, ${decision}`,
      to: decision === 'approved' ? agent : user,
      payload: { userId: decision === 'approved' ? agentId : userId, decision },
    })),
    {
      name: 'listings.expiry-mail',
      description: 'A listing is about to expire',
      to: agent,
      payload: { listings: [{ propertyId: homeId, expiresOn: EXPIRES_ON }] },
    },
    {
      name: 'reports.hidden-mail',
      description: 'A listing was hidden',
      to: agent,
      payload: { reportId },
    },
    {
      name: 'saved-searches.confirm-mail',
      description: 'Confirm an account’s address',
      to: user,
      payload: { userId },
    },
    {
      name: 'saved-searches.confirm-mail',
      description: 'Confirm an alert without an account',
      to: guest,
      payload: { searchId: rows.guestSearchId },
    },
    ...alertsOf(rows),
    ...TOUR_KINDS.flatMap((kind) =>
      (['visitor', 'agent'] as const).map((side) => ({
        name: 'tours.mail' as const,
        to: side === 'agent' ? agent : user,
        description: `Tour, ${kind}, to the ${side}`,
        payload: tourPayload(rows, { kind, side }),
      })),
    ),
    {
      name: 'accounts.invitation-mail',
      description: 'An invitation to an office',
      to: guest,
      payload: { invitationId: rows.invitationId },
    },
    ...(['password', 'passkey', 'app', 'app-removed'] as const).map((change) => ({
      name: 'accounts.changed-mail' as const,
      description: `A change to an account, ${change}`,
      to: user,
      payload: { change },
    })),
    {
      name: 'accounts.changed-mail',
      description: 'A change to an account, to its former address',
      to: guest,
      payload: { change: 'email' },
    },
    {
      name: 'accounts.factor-removed-mail',
      description: 'The second factor was removed',
      to: user,
      payload: {},
    },
    {
      name: 'accounts.sign-in-mail',
      description: 'A new sign-in',
      to: user,
      payload: {
        device: 'Chrome on Windows',
        place: '203.0.113.*',
        at: '2026-03-01T09:30:00.000Z',
      },
    },
  ];
}

function alertsOf({ searchIds, homeIds, userId }: SampleRows): Sample[] {
  const [first, second] = searchIds;
  const homesOf = (ids: readonly string[]) =>
    ids.map((propertyId, index) => ({
      propertyId,
      reason: (['new', 'price_cut', 'back', 'open_house'] as const)[index % 4],
      previousPrice: index % 3 === 1 ? 99_000_000 : null,
    }));
  const alert = (description: string, frequency: string, groups: object[], favorites?: object) => ({
    name: 'saved-searches.alert-mail' as const,
    description,
    to: { proof: 'account', userId } as const,
    payload: { recipient: USER_EMAIL, frequency, groups, favorites },
  });
  const savedHomes = homeIds.slice(-3).map((propertyId, index) => ({
    propertyId,
    reason: (['price_cut', 'sold', 'off_market'] as const)[index],
    previousPrice: 99_000_000,
  }));
  return [
    alert('An instant alert', 'instant', [{ searchId: first, homes: homesOf(homeIds.slice(-1)) }]),
    alert(
      'A daily alert for two searches and saved homes',
      'daily',
      [
        { searchId: first, homes: homesOf(homeIds.slice(0, 3)) },
        { searchId: second, homes: homesOf(homeIds.slice(3, 5)) },
      ],
      { userId, homes: savedHomes },
    ),
    alert('A weekly alert with more homes than it shows', 'weekly', [
      { searchId: first, homes: homesOf(homeIds) },
    ]),
    alert('Only updates on saved homes', 'daily', [], { userId, homes: savedHomes }),
  ];
}

function tourPayload(
  { tourId, tour, questionId }: SampleRows,
  { kind, side }: { kind: (typeof TOUR_KINDS)[number]; side: 'agent' | 'visitor' },
): object {
  const isRequest = kind === 'requested' || kind === 'moved-request';
  const status = ENDED_KINDS.has(kind)
    ? kind === 'declined' || kind === 'unanswered'
      ? 'declined'
      : 'canceled'
    : isRequest
      ? 'requested'
      : 'booked';
  return {
    tourId,
    side,
    kind,
    by: kind === 'moved' || kind === 'canceled' ? 'visitor' : null,
    start: tour.start.toISOString(),
    end: tour.end.toISOString(),
    status,
    sequence: 0,
    isInCalendars: !isRequest,
    agent: null,
    ...(side === 'agent' && (kind === 'requested' || kind === 'booked')
      ? { messageId: questionId }
      : {}),
  };
}
