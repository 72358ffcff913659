/** The emails about tours (docs/product/tours.md, Emails and calendars). */

import { z } from 'zod';
import { formatPrice } from '#shared/format/money.ts';
import { formatMoment, formatSpan } from '#shared/format/time-spans.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { readingAgent } from '#shared/permissions.ts';
import { TOUR_STATUSES } from '#shared/schemas/tours/tour.ts';
import {
  type ComposedMail,
  defineMail,
  type MailContext,
  type MailHandlers,
} from '../../jobs/job-handler.ts';
import type { MailBlock, MailContent } from '../../mail/mail-blocks.ts';
import type { MailSite } from '../../mail/mail-site.ts';
import { contactBlocks } from '../inquiries/mail/agent-contact-mail.ts';
import { readMessageForAgent } from '../inquiries/open-inquiry-service.ts';
import { toCalendarEntry } from './tour-entry.ts';
import { writeCalendar } from './calendar-serializer.ts';
import { dayOf } from './hours/tour-slots.ts';
import { findTour, type TourRow } from './tour-repository.ts';
import { createTourToken } from './tour-tokens.ts';

/** The kinds of tour emails. */
const KINDS = [
  'requested',
  'booked',
  'confirmed',
  'moved',
  /** Moved by a visitor; the agent must confirm again. */
  'moved-request',
  'declined',
  'unanswered',
  'canceled',
  'home-gone',
  /** The home has another agent now. */
  'agent-changed',
  'reminder',
] as const;
export type TourMailKind = (typeof KINDS)[number];

const payloadSchema = z.object({
  tourId: z.string(),
  side: z.enum(['agent', 'visitor']),
  kind: z.enum(KINDS),
  by: z.enum(['agent', 'visitor']).nullable(),
  // The values after this change; another change can happen before the email is written.
  start: z.iso.datetime(),
  end: z.iso.datetime(),
  status: z.enum(TOUR_STATUSES),
  sequence: z.int(),
  isInCalendars: z.boolean(),
  agent: z.object({ name: z.string(), email: z.string() }).nullable(),
  /** The visitor's message, only in the agent's email. */
  messageId: z.string().optional(),
});
export type TourMailPayload = z.output<typeof payloadSchema>;

export const tourMails = {
  'tours.mail': defineMail(payloadSchema, compose),
} satisfies MailHandlers;

/** @returns null if there is no recipient anymore, or nothing to remind of */
async function compose(
  payload: TourMailPayload,
  context: MailContext,
): Promise<ComposedMail | null> {
  const row = await findTour(context.db, payload.tourId);
  if (row === undefined) return null;
  if (payload.kind === 'reminder' && !isStillDue(row, payload)) return null;
  const tour: TourRow = {
    ...row,
    start: new Date(payload.start),
    end: new Date(payload.end),
    status: payload.status,
    calendarSequence: payload.sequence,
    agentName: row.agentName ?? payload.agent?.name ?? null,
    agentEmail: row.agentEmail ?? payload.agent?.email ?? null,
  };
  const { to } = context;
  if (payload.side === 'agent') {
    if (readingAgent(row.agentId, row.agentRole) !== to.userId) return null;
  } else if (row.email?.toLowerCase() !== to.address.toLowerCase()) return null;
  const site = await context.site();
  const calendar = await composeCalendar(site, tour, payload, context);
  const attachment = calendar === null ? {} : { calendar };
  const more = moreChanges(context);
  if (payload.side === 'agent') {
    const replyTo = row.email === null ? {} : { replyTo: { name: row.name, address: row.email } };
    const { messageId } = payload;
    const message =
      messageId === undefined || !to.allowsUserText
        ? undefined
        : await readMessageForAgent(context.db, messageId);
    const content = toAgent(site, tour, payload, {
      allowsUserText: to.allowsUserText,
      message,
      more,
    });
    return { ...attachment, ...replyTo, content };
  }
  const token = await createTourToken(context.db, tour.id, context.now);
  const url = site.url + pagePaths.tour({ id: tour.id, token });
  const contact = await contactBlocks(context.db, tour.agentId, to);
  const content = toVisitor(site, tour, payload, {
    allowsUserText: to.allowsUserText,
    url,
    more: [...contact, ...more],
  });
  return { ...attachment, content };
}

/** Mentions changes that were not emailed. */
function moreChanges({ gathered }: MailContext): MailBlock[] {
  const more = gathered?.count ?? 0;
  if (more === 0) return [];
  const changes = more === 1 ? 'was another change' : `were ${more} other changes`;
  return [{ kind: 'text', text: `There ${changes} before this one.` }];
}

const isStillDue = (row: TourRow, { start }: TourMailPayload) =>
  row.status === 'booked' && row.start.toISOString() === start;

/** Composes the calendar entry; null for a tour that was never in calendars. */
async function composeCalendar(
  site: MailSite,
  tour: TourRow,
  payload: TourMailPayload,
  { now, to: { allowsUserText } }: MailContext,
): Promise<NonNullable<ComposedMail['calendar']> | null> {
  if (!payload.isInCalendars || tour.agentEmail === null) return null;
  const isOver = tour.status === 'canceled' || tour.status === 'declined';
  const method = isOver ? 'CANCEL' : 'REQUEST';
  // The organizer's address is required (RFC 5546, 3.2); other user-entered text is omitted for an
  // unverified address.
  const visible = allowsUserText ? tour : { ...tour, agentName: '', address: '' };
  const entry = toCalendarEntry(site.url, visible, now);
  // A visitor without an account could have entered another person's address: their email repeats
  // no entered text, and only the agent's has their name.
  const name = payload.side === 'agent' && allowsUserText ? { name: tour.name } : {};
  const attendee = tour.email === null ? {} : { attendee: { ...name, email: tour.email } };
  return { method, content: await writeCalendar([{ ...entry, ...attendee }], { method }) };
}

const whenOf = (tour: TourRow) =>
  formatSpan(tour.start.toISOString(), tour.end.toISOString(), tour.timeZone);

function factsOf(tour: TourRow, allowsUserText: boolean, more: [string, string][] = []): MailBlock {
  return {
    kind: 'facts',
    rows: [
      ['When', whenOf(tour)],
      ['Home', `${tour.title} (${formatPrice(tour.price)})`],
      ...(allowsUserText ? [['Where', tour.address] as const, ...more] : []),
    ],
  };
}

const momentOf = (tour: TourRow) => formatMoment(tour.start.toISOString(), tour.timeZone);

function toVisitor(
  site: MailSite,
  tour: TourRow,
  payload: TourMailPayload,
  {
    allowsUserText,
    url,
    more,
  }: { allowsUserText: boolean; url: string; more: readonly MailBlock[] },
) {
  const { heading, text } = VISITOR_WORDS[payload.kind](payload.by === 'visitor');
  const blocks: MailBlock[] = [
    { kind: 'heading', text: heading },
    { kind: 'text', text },
    factsOf(tour, allowsUserText, tour.agentName === null ? [] : [['Agent', tour.agentName]]),
    { kind: 'button', label: 'Manage tour', url },
  ];
  if (tour.propertyId !== null) {
    const home = site.url + pagePaths.property(tour.propertyId);
    blocks.push({ kind: 'link', label: 'See the home', url: home });
  }
  blocks.push(...more);
  const note = `Didn’t request a tour on ${site.name}? Ignore this email, or cancel the tour there.`;
  const content: MailContent = {
    subject: `${heading}: ${momentOf(tour)}`,
    preview: `${tour.title}, ${whenOf(tour)}`,
    blocks,
    footer: [{ kind: 'note', text: note }],
  };
  return content;
}

/** @param given.message the visitor's message */
function toAgent(
  site: MailSite,
  tour: TourRow,
  payload: TourMailPayload,
  given: { allowsUserText: boolean; message: string | undefined; more: readonly MailBlock[] },
) {
  const { allowsUserText, message, more } = given;
  const visitor = allowsUserText ? tour.name : 'the visitor';
  const { heading, text } = AGENT_WORDS[payload.kind](visitor, payload.by === 'agent');
  const contact: [string, string][] = [
    ['Visitor', tour.name],
    ...(tour.email === null ? [] : [['Email', tour.email] as [string, string]]),
    ...(tour.phone === null ? [] : [['Phone', tour.phone] as [string, string]]),
  ];
  const blocks: MailBlock[] = [
    { kind: 'heading', text: heading },
    { kind: 'text', text: text.replace(/^the visitor/, 'The visitor') },
    factsOf(tour, allowsUserText, contact),
    ...(message === undefined ? [] : [{ kind: 'quote', text: message } as const]),
    {
      kind: 'button',
      label: 'Open your tours',
      url: site.url + pagePaths.toursDashboard({ week: dayOf(tour.start, tour.timeZone) }),
    },
    ...more,
  ];
  return {
    subject: `${heading}: ${momentOf(tour)}, ${tour.title}`,
    preview: `${allowsUserText ? tour.name : 'The visitor'}, ${whenOf(tour)}`,
    blocks,
  };
}

type Words = { heading: string; text: string };

/** @param isOwn whether the visitor made the change */
const VISITOR_WORDS: Record<TourMailKind, (isOwn: boolean) => Words> = {
  requested: () => ({
    heading: 'Tour requested',
    text: 'The agent will confirm or suggest another time. We’ll email you either way.',
  }),
  booked: () => ({ heading: 'Your tour is booked', text: 'The agent will meet you at the home.' }),
  confirmed: () => ({
    heading: 'Your tour is confirmed',
    text: 'The agent confirmed the time and will meet you at the home.',
  }),
  moved: (isOwn) => ({
    heading: 'Your tour was rescheduled',
    text: isOwn
      ? 'The agent will meet you at the new time.'
      : 'The agent moved the tour. If the new time doesn’t work, reschedule or cancel it.',
  }),
  'moved-request': () => ({
    heading: 'New time requested',
    text: 'We asked the agent to confirm the new time.',
  }),
  declined: () => ({
    heading: 'The tour was declined',
    text: 'The agent can’t show the home at this time. Try another one.',
  }),
  unanswered: () => ({
    heading: 'The tour was not confirmed',
    text: 'The agent didn’t respond in time, so the request has ended. You can request another time.',
  }),
  canceled: (isOwn) => ({
    heading: 'Your tour is canceled',
    text: isOwn ? 'We let the agent know.' : 'The agent canceled this tour.',
  }),
  'home-gone': () => ({
    heading: 'Your tour is canceled',
    text: 'The home is no longer available, so the tour is canceled.',
  }),
  'agent-changed': () => ({
    heading: 'Your tour is canceled',
    text: 'A different agent now represents this home, so this tour is canceled. Pick a new time on its page.',
  }),
  reminder: () => ({
    heading: 'Your tour is tomorrow',
    text: 'The agent will meet you at the home. If you can’t make it, please reschedule or cancel the tour.',
  }),
};

/** @param isOwn whether the agent made the change */
const AGENT_WORDS: Record<TourMailKind, (name: string, isOwn: boolean) => Words> = {
  requested: (name) => ({
    heading: 'New tour request',
    text: `${name} would like to see one of your homes. We’re holding this time until you respond. Without a response, the request expires at the start of the tour.`,
  }),
  booked: (name) => ({
    heading: 'New tour booked',
    text: `${name} would like to see one of your homes.`,
  }),
  confirmed: (name) => ({ heading: 'Tour confirmed', text: `We let ${name} know.` }),
  moved: (name, isOwn) => ({
    heading: 'Tour rescheduled',
    text: isOwn ? `We let ${name} know.` : `${name} rescheduled the tour.`,
  }),
  'moved-request': (name) => ({
    heading: 'New time requested',
    text: `${name} asked to reschedule. Please confirm or decline the new time.`,
  }),
  declined: (name) => ({ heading: 'Tour declined', text: `We let ${name} know.` }),
  unanswered: (name) => ({
    heading: 'Tour request expired',
    text: `The tour that ${name} requested was not confirmed in time.`,
  }),
  canceled: (name, isOwn) => ({
    heading: 'Tour canceled',
    text: isOwn ? `We let ${name} know.` : `${name} canceled. The time is open again.`,
  }),
  'home-gone': (name) => ({
    heading: 'Tour canceled',
    text: `The home is no longer available. We let ${name} know.`,
  }),
  'agent-changed': (name) => ({
    heading: 'Tour canceled',
    text: `A different agent now represents the home. We let ${name} know.`,
  }),
  reminder: (name) => ({
    heading: 'Tour tomorrow',
    text: `${name} is touring your listing tomorrow.`,
  }),
};
