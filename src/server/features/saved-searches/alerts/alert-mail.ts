/** The emails about saved searches: alerts, and the confirmation of an address. */

import { z } from 'zod';
import { formatPrice } from '#shared/format/money.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { Database } from '../../../database/database.ts';
import {
  type ComposedMail,
  defineMail,
  type MailContext,
  type MailHandlers,
} from '../../../jobs/job-handler.ts';
import type { MailBlock } from '../../../mail/mail-blocks.ts';
import { imagePath } from '../../../storage/image-paths.ts';
import { type AlertHomeRow, findAlertHomes, MAX_NEWS_HOMES } from './alert-repository.ts';
import { createAlertToken } from './alert-links.ts';
import { readConditions } from './read-filters.ts';
import { findPreferences } from '../preference-repository.ts';
import { findSavedSearch, type SavedSearchRow } from '../saved-search-repository.ts';

/** The alert email with homes. */
export const ALERT_MAIL = 'saved-searches.alert-mail';
/** The email with a link to confirm an address. */
export const CONFIRM_MAIL = 'saved-searches.confirm-mail';

/** Homes read at a time: queued emails of the previous release can have thousands. */
const HOMES_PER_BATCH = 100;

const favoritesSchema = z.object({
  userId: z.string(),
  homes: z.array(
    z.object({
      propertyId: z.string(),
      reason: z.enum(['price_cut', 'sold', 'rented', 'off_market']),
      previousPrice: z.number(),
    }),
  ),
});
/** The saved homes in a daily email. */
export type FavoriteMailPart = z.output<typeof favoritesSchema>;

const alertPayloadSchema = z.object({
  recipient: z.string(),
  frequency: z.enum(['instant', 'daily', 'weekly']),
  groups: z.array(
    z.object({
      searchId: z.string(),
      homes: z.array(
        z.object({
          propertyId: z.string(),
          reason: z.enum(['new', 'price_cut', 'back', 'open_house']),
          previousPrice: z.number().nullable(),
        }),
      ),
      /** More homes of the search, which are not listed. */
      moreCount: z.number().default(0),
    }),
  ),
  favorites: favoritesSchema.nullish(),
});
/** The input of an alert email. */
export type AlertMailPayload = z.output<typeof alertPayloadSchema>;
type NotifiedHome =
  | AlertMailPayload['groups'][number]['homes'][number]
  | FavoriteMailPart['homes'][number];

const REASON_WORDS = {
  new: 'New',
  // Without a known previous price.
  price_cut: 'New',
  back: 'Back on the market',
  open_house: 'Open house',
  sold: 'Sold',
  rented: 'Rented',
  off_market: 'Off the market',
} as const;

/** Returns why a home is in the email. */
function reasonWords({ reason, previousPrice }: NotifiedHome): string {
  if (reason === 'price_cut' && previousPrice !== null) {
    return `Price cut from ${formatPrice(previousPrice)}`;
  }
  return REASON_WORDS[reason];
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

function homeBlock(url: string, notified: NotifiedHome, home: AlertHomeRow): MailBlock {
  const { title, price, status, bedrooms, bathrooms, city, state, picture_key: key } = home;
  const rooms = [plural(bedrooms, 'bed'), plural(bathrooms, 'bath'), `${city}, ${state}`];
  return {
    kind: 'home',
    reason: reasonWords(notified),
    price: `${formatPrice(price)}${status === 'For Rent' ? '/mo' : ''}`,
    title,
    line: rooms.join(' | '),
    url: `${url}${pagePaths.property(home.id)}`,
    imageUrl: key === null ? null : `${url}${imagePath(key)}`,
  };
}

/** A part of an email: the first homes of a search, or saved homes, and their total. */
type MailPart = { name: string; blocks: MailBlock[]; count: number };

async function composeAlert(
  payload: AlertMailPayload,
  context: MailContext,
): Promise<ComposedMail | null> {
  const { db, now, site: readSite } = context;
  const { recipient, frequency, favorites } = payload;
  // The account's address has changed.
  if (context.to.address.toLowerCase() !== recipient || !context.to.allowsUserText) return null;
  const site = await readSite();
  const toPart = async (
    name: string,
    notified: readonly NotifiedHome[],
    search?: Parameters<typeof findAlertHomes>[2],
  ): Promise<MailPart> => {
    const part: MailPart = { name, blocks: [], count: 0 };
    for (let start = 0; start < notified.length; start += HOMES_PER_BATCH) {
      const some = notified.slice(start, start + HOMES_PER_BATCH);
      const ids = some.map(({ propertyId }) => propertyId);
      const rows = await findAlertHomes(db, ids, search);
      const homeOf = new Map(rows.map((home) => [home.id, home]));
      for (const one of some) {
        const home = homeOf.get(one.propertyId);
        if (home === undefined || !isStillTrue(one, home)) continue;
        part.count += 1;
        if (part.count <= MAX_NEWS_HOMES) part.blocks.push(homeBlock(site.url, one, home));
      }
    }
    return part;
  };

  const parts: MailPart[] = [];
  let manageUrl = `${site.url}${pagePaths.savedSearches()}`;
  for (const { searchId, homes, moreCount } of payload.groups) {
    const search = await findSavedSearch(db, searchId);
    // Skips searches that were deleted, turned off, or moved to another address since.
    if (search === undefined || search.frequency === 'never') continue;
    if (!(await isConfirmed(db, search, recipient))) continue;
    const conditions = readConditions(search, context);
    if (conditions === null) continue;
    const part = await toPart(search.name, homes, { conditions, ownerId: search.user_id });
    if (part.count === 0) continue;
    parts.push({ ...part, count: part.count + moreCount });
    if (search.user_id === null) {
      const token = await createAlertToken(db, 'manage', { searchId }, now);
      manageUrl = `${site.url}${pagePaths.manageAlert(token)}`;
    }
  }
  const searches = parts.length;
  const hasSearches = searches > 0;
  if (favorites && (await wantsFavorites(db, favorites.userId, recipient))) {
    const part = await toPart('Saved homes', favorites.homes);
    if (part.count > 0) parts.push(part);
  }
  if (parts.length === 0) return null;

  const [firstId] = payload.groups.map(({ searchId }) => searchId);
  const token = await createAlertToken(
    db,
    'unsubscribe',
    frequency === 'instant' && firstId !== undefined
      ? { searchId: firstId }
      : { email: recipient, frequency },
    now,
  );
  const headline = headlineOf(parts, searches);
  const allUrl = hasSearches ? manageUrl : `${site.url}${pagePaths.savedHomes()}`;
  return {
    unsubscribeUrl: `${site.url}/api/unsubscribe?token=${token}`,
    content: {
      subject: headline,
      preview: parts.map(({ name }) => name).join(', '),
      blocks: [
        { kind: 'heading', text: headline },
        ...layOut(parts, allUrl),
        {
          kind: 'button',
          label: hasSearches ? 'View all matches' : 'View saved homes',
          url: allUrl,
        },
      ],
      footer: [
        {
          kind: 'note',
          text: hasSearches
            ? 'You’re getting this email because you saved a search.'
            : 'You’re getting this email because you saved these homes.',
        },
        ...(hasSearches
          ? [{ kind: 'link', label: 'Change email frequency', url: manageUrl } as const]
          : []),
        { kind: 'link', label: 'Unsubscribe', url: `${site.url}${pagePaths.unsubscribe(token)}` },
      ],
    },
  };
}

/** Returns whether a notification is still true: the mail server could have been down for a day. */
function isStillTrue({ reason, previousPrice }: NotifiedHome, home: AlertHomeRow): boolean {
  const isEnded = reason === 'sold' || reason === 'rented' || reason === 'off_market';
  if (home.is_available === isEnded) return false;
  return reason !== 'price_cut' || previousPrice === null || home.price < previousPrice;
}

/** @param searches the number of parts that are searches */
function headlineOf(parts: readonly MailPart[], searches: number): string {
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  if (searches === 0) return `Updates on ${plural(count, 'saved home')}`;
  const homes = plural(count, 'home');
  if (searches < parts.length) return `${homes}: your searches and saved homes`;
  return searches === 1 ? `${homes}: ${parts[0]?.name ?? ''}` : `${homes} for your searches`;
}

/**
 * Lists the first homes of all parts, under names if there are several parts, and links to the rest
 * with their number.
 */
function layOut(parts: readonly MailPart[], allUrl: string): MailBlock[] {
  const blocks: MailBlock[] = [];
  let [shown, count] = [0, 0];
  for (const part of parts) {
    count += part.count;
    const fitting = part.blocks.slice(0, MAX_NEWS_HOMES - shown);
    // The headline names a single part.
    if (fitting.length > 0 && parts.length > 1) blocks.push({ kind: 'section', text: part.name });
    blocks.push(...fitting);
    shown += fitting.length;
  }
  if (count > shown) blocks.push({ kind: 'link', label: `+ ${count - shown} more`, url: allUrl });
  return blocks;
}

/** Returns whether emails about a user's saved homes can be sent to an address. */
async function wantsFavorites(db: Database, userId: string, recipient: string): Promise<boolean> {
  const account = await findPreferences(db, userId);
  return (
    account?.alerts_on_favorites === true &&
    account.email.toLowerCase() === recipient &&
    account.confirmed_email?.toLowerCase() === recipient
  );
}

/** Returns whether alerts of a search can be sent to an address. */
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

/** Email kinds of saved searches by name. */
export const savedSearchMails = {
  [ALERT_MAIL]: defineMail(alertPayloadSchema, composeAlert),

  [CONFIRM_MAIL]: defineMail(
    z.object({ searchId: z.string().optional(), userId: z.string().optional() }),
    async ({ searchId, userId }, { db, now, to: { address }, site: readSite }) => {
      const search = searchId === undefined ? undefined : await findSavedSearch(db, searchId);
      const account = userId === undefined ? undefined : await findPreferences(db, userId);
      const to = userId === undefined ? search?.email : account?.email;
      if (to !== address) return null;
      const site = await readSite();
      const subject = userId === undefined ? { searchId: searchId ?? '' } : { userId, email: to };
      const token = await createAlertToken(db, 'confirm', subject, now);
      return {
        content: {
          subject: `Confirm your alerts from ${site.name}`,
          preview: 'Confirm to start getting new homes.',
          blocks: [
            { kind: 'heading', text: 'Confirm your alerts' },
            {
              kind: 'text',
              text: `You (or someone using this address) signed up for home alerts from ${site.name}.`,
            },
            {
              kind: 'button',
              label: 'Confirm alerts',
              url: `${site.url}${pagePaths.confirmAlert(token)}`,
            },
            { kind: 'note', text: 'The link works for 48 hours.' },
          ],
          footer: [
            {
              kind: 'note',
              text: 'Didn’t ask for this? Ignore this email and we won’t write again.',
            },
          ],
        },
      };
    },
  ),
} satisfies MailHandlers;
