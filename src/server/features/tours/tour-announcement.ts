/**
 * Announces tour changes in their transaction: emails, notifications, live events, and reminders.
 */

import { pagePaths } from '#shared/page-paths.ts';
import { agentWithInquiryAccess } from '#shared/permissions.ts';
import { formatShortDateTime } from '#shared/format/time-spans.ts';
import type { Database } from '../../database/database.ts';
import { accountCause, addMail, networkCause } from '../../jobs/mail-job.ts';
import { addNotification } from '../notifications/notification-service.ts';
import { announceEvent } from '../notifications/event-service.ts';
import { dayOf } from './hours/tour-slots.ts';
import type { TourMailKind, TourMailPayload } from './tour-mail.ts';
import { setReminder, type TourRow } from './tour-repository.ts';

export type TourSide = 'agent' | 'visitor';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Announces a change to both parties of a tour and schedules its reminder.
 *
 * @param tour the tour after the change
 * @param change.by who made the change; null for an automatic change
 * @param change.messageId the visitor's message, for the agent's email
 */
export async function announceTour(
  transaction: Database,
  tour: TourRow,
  change: {
    kind: TourMailKind;
    by: TourSide | null;
    now: Date;
    messageId?: string | null;
  },
): Promise<void> {
  const { kind, by, now, messageId = null } = change;
  const payload = toPayload(tour, kind, by);
  for (const side of ['visitor', 'agent'] as const) {
    const message = side === 'agent' && messageId !== null ? { messageId } : {};
    await emailTour(transaction, tour, { ...payload, ...message, side }, { now });
  }
  await notify(transaction, tour, change);
  const userIds = [tour.agentId, tour.visitorId].filter((id) => id !== null);
  // Each side's version is read when the event is sent (`readTourAs`).
  await announceEvent(transaction, {
    userIds,
    kind: 'tour',
    data: { _id: tour.id },
    createdAt: now,
  });
  const remindAt = new Date(tour.start.getTime() - DAY_MS);
  const needsReminder = tour.status === 'booked' && remindAt > now;
  await setReminder(transaction, tour.id, needsReminder ? remindAt : null);
}

/**
 * Emails one side of a tour. Skips an agent whose account was deleted or who can no longer read
 * inquiries, and a visitor who was erased.
 */
async function emailTour(
  transaction: Database,
  tour: TourRow,
  payload: TourMailPayload,
  { now }: { now: Date },
): Promise<void> {
  const { id, visitorId, visitorNetwork, agentId, email, inquiryId } = tour;
  const userId =
    payload.side === 'visitor' ? visitorId : agentWithInquiryAccess(tour.agentId, tour.agentRole);
  const hasTypedAddress = payload.side === 'visitor' && userId === null && email !== null;
  if (userId === null && !hasTypedAddress) return;
  const isToVisitor = payload.side === 'visitor';
  await addMail(transaction, {
    kind: 'tours.mail',
    to:
      userId === null
        ? { proof: 'address', address: email ?? '', inquiryId: inquiryId ?? undefined }
        : { proof: 'account', userId },
    author: isToVisitor ? 'agent' : 'visitor',
    about: {
      topic: `tour ${id}`,
      ...(isToVisitor
        ? { authorId: agentId }
        : { authorId: visitorId, authorNetwork: visitorNetwork }),
    },
    cause: await causeOf(transaction, tour, payload.by),
    payload,
    now,
  });
}

/**
 * @param by the side that made the change; null for an automatic change, which the agent can trigger,
 *   for example by marking the home as sold
 */
async function causeOf(
  transaction: Database,
  { agentId, visitorId, visitorNetwork }: TourRow,
  by: TourSide | null,
): Promise<string | null> {
  if (by !== 'visitor') return accountCause(transaction, agentId);
  return visitorNetwork === null
    ? accountCause(transaction, visitorId)
    : networkCause(visitorNetwork);
}

function toPayload(
  tour: TourRow,
  kind: TourMailKind,
  by: TourSide | null,
): Omit<TourMailPayload, 'side'> {
  const { id, agentName, agentEmail } = tour;
  return {
    tourId: id,
    kind,
    by,
    start: tour.start.toISOString(),
    end: tour.end.toISOString(),
    status: tour.status,
    sequence: tour.calendarSequence,
    isInCalendars: tour.isInCalendars,
    // All calendar entries must name the same organizer, even if the account is deleted before the
    // email is written.
    agent:
      agentName === null || agentEmail === null ? null : { name: agentName, email: agentEmail },
  };
}

/** Emails a reminder to both parties of a tour, dated when the reminder was due. */
export async function sendTourReminders(
  transaction: Database,
  tour: TourRow,
  dueAt: Date,
): Promise<void> {
  for (const side of ['visitor', 'agent'] as const) {
    const payload = { ...toPayload(tour, 'reminder', null), side };
    await emailTour(transaction, tour, payload, { now: dueAt });
  }
}

/** Notifies the sides that did not make the change, if they have an account. */
async function notify(
  transaction: Database,
  tour: TourRow,
  { kind, by, now }: { kind: TourMailKind; by: TourSide | null; now: Date },
): Promise<void> {
  const { agentId, visitorId, title, start, timeZone, name, agentName } = tour;
  const when = formatShortDateTime(start.toISOString(), timeZone);
  const add = async (userId: string | null, author: string, link: string) => {
    if (userId === null) return;
    const text = `${NOTIFICATIONS[kind](by === null ? null : author, when)}: ${title}`;
    await addNotification(transaction, {
      userId,
      kind: 'tour',
      title: text,
      link,
      tourId: tour.id,
      createdAt: now,
    });
  };
  if (by !== 'agent')
    await add(
      agentWithInquiryAccess(agentId, tour.agentRole),
      name,
      pagePaths.toursDashboard({ week: dayOf(start, timeZone) }),
    );
  if (by !== 'visitor') await add(visitorId, agentName ?? 'The agent', pagePaths.tours());
}

/** @param name the agent or visitor on whose side the change was made; null for an automatic change */
const NOTIFICATIONS: Record<TourMailKind, (name: string | null, when: string) => string> = {
  requested: (name, when) => `${name} requested a tour for ${when}`,
  booked: (name, when) => `${name} booked a tour for ${when}`,
  confirmed: (name, when) => `${name} confirmed your tour on ${when}`,
  moved: (name, when) => `${name} moved a tour to ${when}`,
  'moved-request': (name, when) => `${name} asked to move a tour to ${when}`,
  declined: (name, when) => `${name} declined your tour on ${when}`,
  unanswered: (_name, when) => `The tour request for ${when} expired`,
  canceled: (name, when) =>
    name === null ? `The tour on ${when} was canceled` : `${name} canceled the tour on ${when}`,
  'home-gone': (_name, when) =>
    `The tour on ${when} was canceled because the home is no longer available`,
  'agent-changed': (_name, when) =>
    `The tour on ${when} was canceled because another agent now represents the home`,
  reminder: (_name, when) => `Tour on ${when}`,
};
