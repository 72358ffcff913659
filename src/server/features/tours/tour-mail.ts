/** Emails about tours (docs/product/tours.md, Emails and calendars). */

import { z } from 'zod';
import { formatPrice } from '#shared/format/money.ts';
import { formatShortDateTime, formatAppointment } from '#shared/format/time-spans.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { agentWithInquiryAccess } from '#shared/permissions.ts';
import { TOUR_STATUSES } from '#shared/schemas/tours/tour.ts';
import {
  type ComposedMail,
  defineMail,
  type MailContext,
  type MailHandlers,
} from '../../jobs/job-handler.ts';
import { nameHome } from '../../jobs/mailed-homes/home-name.ts';
import type { MailBlock, MailContent } from '../../mail/mail-blocks.ts';
import type { MailSite } from '../../mail/mail-site.ts';
import { buildContactBlocks } from '../inquiries/mail/agent-contact-mail.ts';
import { readMessageText } from '../inquiries/open-inquiry-service.ts';
import { toCalendarEntry } from './tour-entry.ts';
import { writeCalendar } from './calendar-serializer.ts';
import { dayOf } from './hours/tour-slots.ts';
import { findTour, type TourRow } from './tour-repository.ts';
import { createTourToken } from './tour-tokens.ts';

const KINDS = [
  'requested',
  'booked',
  'confirmed',
  'moved',
  /** Moved by the visitor. The agent must confirm again. */
  'moved-request',
  'declined',
  'unanswered',
  'canceled',
  'home-gone',
  /** The home now has another agent. */
  'agent-changed',
  'reminder',
] as const;
export type TourMailKind = (typeof KINDS)[number];

const payloadSchema = z.object({
  tourId: z.string(),
  side: z.enum(['agent', 'visitor']),
  kind: z.enum(KINDS),
  by: z.enum(['agent', 'visitor']).nullable(),
  // Values after this change. The tour may change again before the email is written.
  start: z.iso.datetime(),
  end: z.iso.datetime(),
  status: z.enum(TOUR_STATUSES),
  sequence: z.int(),
  isInCalendars: z.boolean(),
  agent: z.object({ name: z.string(), email: z.string() }).nullable(),
  /** The visitor's message; only in the agent's email. */
  messageId: z.string().optional(),
});
export type TourMailPayload = z.output<typeof payloadSchema>;

export const tourEmails = {
  'tours.mail': defineMail(payloadSchema, compose),
} satisfies MailHandlers;

/** @returns null if the tour was deleted, the recipient no longer has access, or the reminder is outdated */
async function compose(
  payload: TourMailPayload,
  context: MailContext,
): Promise<ComposedMail | null> {
  const row = await findTour(context.db, payload.tourId);
  if (row === undefined) return null;
  if (payload.kind === 'reminder' && !isStillDue(row, payload)) return null;
  const { to } = context;
  const isToAgent = payload.side === 'agent';
  const tour: TourRow = {
    ...row,
    email: isToAgent ? row.email : to.address,
    start: new Date(payload.start),
    end: new Date(payload.end),
    status: payload.status,
    calendarSequence: payload.sequence,
    agentName: row.agentName ?? payload.agent?.name ?? null,
    agentEmail: row.agentEmail ?? payload.agent?.email ?? null,
  };
  if (isToAgent) {
    if (agentWithInquiryAccess(row.agentId, row.agentRole) !== to.userId) return null;
  } else if (!isStillVisitor(row, payload, to.address)) return null;
  const site = await context.site();
  const { label } = await nameHome(context, tour);
  const calendar = await composeCalendar(site, tour, label, payload, context);
  const attachment = calendar === null ? {} : { calendar };
  const more = otherChangesNote(context);
  if (isToAgent) {
    const replyTo = row.email === null ? {} : { replyTo: { name: row.name, address: row.email } };
    const message =
      payload.messageId === undefined || !to.allowsUserText
        ? undefined
        : await readMessageText(context.db, payload.messageId);
    const content = composeForAgent(site, tour, payload, {
      label,
      allowsUserText: to.allowsUserText,
      message,
      more,
    });
    return { ...attachment, ...replyTo, content };
  }
  const url =
    row.email === null
      ? null
      : site.url +
        pagePaths.tour({
          id: tour.id,
          token: await createTourToken(context.db, tour.id, context.now),
        });
  const contact = await buildContactBlocks(context.db, tour.agentId, to);
  const content = composeForVisitor(site, tour, payload, {
    label,
    allowsUserText: to.allowsUserText,
    url,
    more: [...contact, ...more],
  });
  return { ...attachment, content };
}

/** Returns a note about earlier changes that were not emailed; empty if there are none. */
function otherChangesNote({ withheld: { count } }: MailContext): MailBlock[] {
  if (count === 0) return [];
  const changes = count === 1 ? 'was another change' : `were ${count} other changes`;
  return [{ kind: 'text', text: `There ${changes} before this one.` }];
}

/** An erased visitor can no longer access the tour but is notified of the cancellation. */
const isStillVisitor = ({ email }: TourRow, { status }: TourMailPayload, address: string) =>
  email === null ? status === 'canceled' : email.toLowerCase() === address.toLowerCase();

const isStillDue = (row: TourRow, { start }: TourMailPayload) =>
  row.status === 'booked' && row.start.toISOString() === start;

/** Returns the calendar entry; null for a tour that was never in calendars or has no organizer. */
async function composeCalendar(
  site: MailSite,
  tour: TourRow,
  label: string,
  payload: TourMailPayload,
  { now, to: { allowsUserText } }: MailContext,
): Promise<NonNullable<ComposedMail['calendar']> | null> {
  if (!payload.isInCalendars || tour.agentEmail === null) return null;
  const isCanceled = tour.status === 'canceled' || tour.status === 'declined';
  const method = isCanceled ? 'CANCEL' : 'REQUEST';
  // The addresses of the organizer and the attendee are required (RFC 5546, 3.2). Other user-entered
  // text is omitted for an unproven address.
  const visible = allowsUserText ? tour : { ...tour, title: label, agentName: '', address: '' };
  const entry = toCalendarEntry(site.url, visible, now);
  // A visitor without an account may have entered another person's address, so only the agent's
  // email contains the entered name.
  const name = payload.side === 'agent' && allowsUserText ? { name: tour.name } : {};
  const attendee = tour.email === null ? {} : { attendee: { ...name, email: tour.email } };
  return { method, content: await writeCalendar([{ ...entry, ...attendee }], { method }) };
}

const formatTime = (tour: TourRow) =>
  formatAppointment(tour.start.toISOString(), tour.end.toISOString(), tour.timeZone);

/** @param label names the home */
function toFacts(
  tour: TourRow,
  { label, allowsUserText }: { label: string; allowsUserText: boolean },
  more: [string, string][] = [],
): MailBlock {
  return {
    kind: 'facts',
    rows: [
      ['When', formatTime(tour)],
      ['Home', allowsUserText ? `${label} (${formatPrice(tour.price)})` : label],
      ...(allowsUserText ? [['Where', tour.address] as const, ...more] : []),
    ],
  };
}

const formatStart = (tour: TourRow) => formatShortDateTime(tour.start.toISOString(), tour.timeZone);

/** @param options.url null for an erased visitor */
function composeForVisitor(
  site: MailSite,
  tour: TourRow,
  payload: TourMailPayload,
  options: {
    label: string;
    allowsUserText: boolean;
    url: string | null;
    more: readonly MailBlock[];
  },
): MailContent {
  const { label, url, more } = options;
  const { heading, text } = VISITOR_MESSAGES[messageKey(payload)](payload.by === 'visitor');
  const blocks: MailBlock[] = [
    { kind: 'heading', text: heading },
    { kind: 'text', text },
    toFacts(tour, options, tour.agentName === null ? [] : [['Agent', tour.agentName]]),
  ];
  if (url !== null) blocks.push({ kind: 'button', label: 'Manage tour', url });
  if (tour.propertyId !== null) {
    const home = site.url + pagePaths.property(tour.propertyId);
    blocks.push({ kind: 'link', label: 'View the home', url: home });
  }
  blocks.push(...more);
  const note = `Didn’t request a tour on ${site.name}? Ignore this email, or cancel the tour.`;
  return {
    subject: `${heading}: ${formatStart(tour)}`,
    preview: `${label}, ${formatTime(tour)}`,
    blocks,
    footer: [{ kind: 'note', text: note }],
  };
}

/** @param options.message the visitor's message */
function composeForAgent(
  site: MailSite,
  tour: TourRow,
  payload: TourMailPayload,
  options: {
    label: string;
    allowsUserText: boolean;
    message: string | undefined;
    more: readonly MailBlock[];
  },
) {
  const { label, allowsUserText, message, more } = options;
  const visitor = allowsUserText ? tour.name : 'the visitor';
  const { heading, text } = AGENT_MESSAGES[messageKey(payload)](visitor, payload.by === 'agent');
  const contact: [string, string][] = [
    ['Visitor', tour.name],
    ...(tour.email === null ? [] : [['Email', tour.email] as [string, string]]),
    ...(tour.phone === null ? [] : [['Phone', tour.phone] as [string, string]]),
  ];
  const blocks: MailBlock[] = [
    { kind: 'heading', text: heading },
    { kind: 'text', text: text.replace(/^the visitor/, 'The visitor') },
    toFacts(tour, options, contact),
    ...(message === undefined ? [] : [{ kind: 'quote', text: message } as const]),
    {
      kind: 'button',
      label: 'Open your tours',
      url: site.url + pagePaths.toursDashboard({ week: dayOf(tour.start, tour.timeZone) }),
    },
    ...more,
  ];
  return {
    subject: `${heading}: ${formatStart(tour)}, ${label}`,
    preview: `${allowsUserText ? tour.name : 'The visitor'}, ${formatTime(tour)}`,
    blocks,
  };
}

type Message = { heading: string; text: string };
/** `ended` is an automatic cancellation without a more specific kind. */
type MessageKey = TourMailKind | 'ended';
const messageKey = ({ kind, by }: TourMailPayload): MessageKey =>
  kind === 'canceled' && by === null ? 'ended' : kind;

/** @param isOwnChange whether the visitor made the change */
const VISITOR_MESSAGES: Record<MessageKey, (isOwnChange: boolean) => Message> = {
  requested: () => ({
    heading: 'Tour requested',
    text: 'The agent will confirm or suggest another time. We’ll email you either way.',
  }),
  booked: () => ({ heading: 'Your tour is booked', text: 'The agent will meet you at the home.' }),
  confirmed: () => ({
    heading: 'Your tour is confirmed',
    text: 'The agent confirmed the time and will meet you at the home.',
  }),
  moved: (isOwnChange) => ({
    heading: 'Your tour was rescheduled',
    text: isOwnChange
      ? 'The agent will meet you at the new time.'
      : 'The agent moved the tour. If the new time doesn’t work, reschedule or cancel it.',
  }),
  'moved-request': () => ({
    heading: 'New time requested',
    text: 'We asked the agent to confirm the new time.',
  }),
  declined: () => ({
    heading: 'The tour was declined',
    text: 'The agent can’t show the home at this time. Try another time.',
  }),
  unanswered: () => ({
    heading: 'The tour was not confirmed',
    text: 'The agent didn’t respond in time, so the request expired. You can request another time.',
  }),
  canceled: (isOwnChange) => ({
    heading: 'Your tour is canceled',
    text: isOwnChange ? 'We let the agent know.' : 'The agent canceled this tour.',
  }),
  ended: () => ({ heading: 'Your tour is canceled', text: 'The tour can no longer take place.' }),
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

/** @param isOwnChange whether the agent made the change */
const AGENT_MESSAGES: Record<MessageKey, (name: string, isOwnChange: boolean) => Message> = {
  requested: (name) => ({
    heading: 'New tour request',
    text: `${name} would like to see one of your homes. We’re holding this time until you respond. Without a response, the request expires at the start of the tour.`,
  }),
  booked: (name) => ({
    heading: 'New tour booked',
    text: `${name} would like to see one of your homes.`,
  }),
  confirmed: (name) => ({ heading: 'Tour confirmed', text: `We let ${name} know.` }),
  moved: (name, isOwnChange) => ({
    heading: 'Tour rescheduled',
    text: isOwnChange ? `We let ${name} know.` : `${name} rescheduled the tour.`,
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
  canceled: (name, isOwnChange) => ({
    heading: 'Tour canceled',
    text: isOwnChange ? `We let ${name} know.` : `${name} canceled. The time is open again.`,
  }),
  ended: () => ({ heading: 'Tour canceled', text: 'The tour can no longer take place.' }),
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
