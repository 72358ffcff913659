/** The mails about saved searches: alerts, and the one that asks to confirm an address. */

import { z } from 'zod';
import { formatPrice } from '#shared/format/money.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { Database } from '../../../database/database.ts';
import { defineMail, type JobContext, type MailHandlers } from '../../../jobs/job-handler.ts';
import type { MailBlock } from '../../../mail/mail-blocks.ts';
import { renderMail } from '../../../mail/render-mail.ts';
import { imagePath } from '../../../storage/image-paths.ts';
import { type AlertHomeRow, findAlertHomes } from './alert-repository.ts';
import { createAlertToken } from './alert-links.ts';
import { findPreferences } from '../preference-repository.ts';
import { findSavedSearch, type SavedSearchRow } from '../saved-search-repository.ts';

/** The alert mail with homes. */
export const ALERT_MAIL = 'saved-searches.alert-mail';
/** The mail with a link to confirm an address. */
export const CONFIRM_MAIL = 'saved-searches.confirm-mail';

/** Homes that a mail shows; it says how many more there are. */
const HOMES_MAX = 12;

const alertPayloadSchema = z.object({
  recipient: z.string(),
  frequency: z.enum(['instant', 'daily', 'weekly']),
  groups: z.array(
    z.object({
      searchId: z.string(),
      homes: z.array(
        z.object({
          propertyId: z.string(),
          reason: z.enum(['new', 'price_cut', 'back']),
          previousPrice: z.number().nullable(),
        }),
      ),
    }),
  ),
});
/** What an alert is composed from. */
export type AlertMailPayload = z.output<typeof alertPayloadSchema>;
type ToldHome = AlertMailPayload['groups'][number]['homes'][number];

/** Why a home is in the mail. */
function reasonWords({ reason, previousPrice }: ToldHome): string {
  if (reason === 'price_cut' && previousPrice !== null) {
    return `Price cut from ${formatPrice(previousPrice)}`;
  }
  return reason === 'back' ? 'Back on the market' : 'New';
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

function homeBlock(url: string, told: ToldHome, home: AlertHomeRow): MailBlock {
  const { title, price, status, bedrooms, bathrooms, city, state, picture_key: key } = home;
  const rooms = [plural(bedrooms, 'bed'), plural(bathrooms, 'bath'), `${city}, ${state}`];
  return {
    kind: 'home',
    reason: reasonWords(told),
    price: `${formatPrice(price)}${status === 'For Rent' ? '/mo' : ''}`,
    title,
    line: rooms.join(' | '),
    url: `${url}${pagePaths.property(home.id)}`,
    imageUrl: key === null ? null : `${url}${imagePath(key)}`,
  };
}

async function composeAlert(payload: AlertMailPayload, { db, now, site: readSite }: JobContext) {
  const { recipient, frequency } = payload;
  const ids = payload.groups.flatMap(({ homes }) => homes.map(({ propertyId }) => propertyId));
  const rows = new Map((await findAlertHomes(db, ids)).map((home) => [home.id, home]));
  const site = await readSite();
  const blocks: MailBlock[] = [];
  let [shown, count] = [0, 0];
  const names: string[] = [];
  let manageUrl = `${site.url}${pagePaths.savedSearches()}`;
  for (const { searchId, homes } of payload.groups) {
    const search = await findSavedSearch(db, searchId);
    const there = homes.flatMap((told) => {
      const home = rows.get(told.propertyId);
      return home === undefined ? [] : [homeBlock(site.url, told, home)];
    });
    // Deleted, ended, or of another address, since it was written.
    if (search === undefined || search.frequency === 'never' || there.length === 0) continue;
    if (!(await isConfirmed(db, search, recipient))) continue;
    names.push(search.name);
    count += there.length;
    const fitting = there.slice(0, HOMES_MAX - shown);
    // The headline names a single search.
    const isOnly = payload.groups.length === 1;
    if (fitting.length > 0 && !isOnly) blocks.push({ kind: 'section', text: search.name });
    blocks.push(...fitting);
    shown += fitting.length;
    if (search.user_id === null) {
      const token = await createAlertToken(db, 'manage', { searchId }, now);
      manageUrl = `${site.url}${pagePaths.manageAlert(token)}`;
    }
  }
  if (count === 0) return null;
  if (count > shown) blocks.push({ kind: 'text', text: `And ${count - shown} more.` });
  const [firstId] = payload.groups.map(({ searchId }) => searchId);
  const token = await createAlertToken(
    db,
    'unsubscribe',
    frequency === 'instant' && firstId !== undefined
      ? { searchId: firstId }
      : { email: recipient, frequency },
    now,
  );
  const homes = plural(count, 'home');
  const headline = names.length === 1 ? `${homes}: ${names[0]}` : `${homes} for your searches`;
  return {
    to: recipient,
    unsubscribeUrl: `${site.url}/api/unsubscribe?token=${token}`,
    ...renderMail(site, {
      subject: headline,
      preview: names.join(', '),
      blocks: [
        { kind: 'heading', text: headline },
        ...blocks,
        { kind: 'button', label: 'Open your searches', url: manageUrl },
      ],
      footer: [
        { kind: 'note', text: `You get this mail because you asked to be told of new homes.` },
        { kind: 'link', label: 'Change how often', url: manageUrl },
        { kind: 'link', label: 'Unsubscribe', url: `${site.url}${pagePaths.unsubscribe(token)}` },
      ],
    }),
  };
}

/** Whether alerts of a search may go to an address. */
async function isConfirmed(
  db: Database,
  { user_id: userId, email, confirmed_at: confirmedAt }: SavedSearchRow,
  recipient: string,
): Promise<boolean> {
  if (userId === null) return confirmedAt !== null && email?.toLowerCase() === recipient;
  const account = await findPreferences(db, userId);
  const isSame = (address: string | null | undefined) => address?.toLowerCase() === recipient;
  return isSame(account?.email) && isSame(account?.confirmed_email);
}

/** Mails about saved searches by name. */
export const savedSearchMails: MailHandlers = {
  [ALERT_MAIL]: defineMail(alertPayloadSchema, composeAlert),

  [CONFIRM_MAIL]: defineMail(
    z.object({ searchId: z.string().optional(), userId: z.string().optional() }),
    async ({ searchId, userId }, { db, now, site: readSite }) => {
      const search = searchId === undefined ? undefined : await findSavedSearch(db, searchId);
      const account = userId === undefined ? undefined : await findPreferences(db, userId);
      const to = userId === undefined ? search?.email : account?.email;
      if (to === undefined || to === null) return null;
      const site = await readSite();
      const subject = userId === undefined ? { searchId: searchId ?? '' } : { userId, email: to };
      const token = await createAlertToken(db, 'confirm', subject, now);
      return {
        to,
        ...renderMail(site, {
          subject: `Confirm your alerts from ${site.name}`,
          preview: 'One click, and new homes come to you.',
          blocks: [
            { kind: 'heading', text: 'Confirm your alerts' },
            {
              kind: 'text',
              text: `Somebody, probably you, asked ${site.name} to send alerts about new homes to this address.`,
            },
            {
              kind: 'button',
              label: 'Look and confirm',
              url: `${site.url}${pagePaths.confirmAlert(token)}`,
            },
            { kind: 'note', text: 'The link works for 48 hours.' },
          ],
          footer: [
            {
              kind: 'note',
              text: 'If you did not ask for it, you need do nothing: no further mail comes.',
            },
          ],
        }),
      };
    },
  ),
};
