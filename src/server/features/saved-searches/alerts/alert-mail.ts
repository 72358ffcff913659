/** Alert emails about saved searches and saved homes, and emails to confirm an address. */

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
import { type AlertHomeRow, findAlertHomes, MAX_ALERT_HOMES } from './alert-repository.ts';
import { createAlertToken } from './alert-links.ts';
import { readConditions } from './read-filters.ts';
import { findPreferences } from '../preference-repository.ts';
import { findSavedSearch, type SavedSearchRow } from '../saved-search-repository.ts';

/** The email that reports homes. */
export const ALERT_MAIL = 'saved-searches.alert-mail';
/** The email with a link to confirm an address. */
export const CONFIRM_MAIL = 'saved-searches.confirm-mail';

/** The number of homes per query. An email queued by an older release can contain thousands. */
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
export type FavoritesPayload = z.output<typeof favoritesSchema>;

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
      /** The number of other homes, which are not listed. */
      moreCount: z.number().default(0),
    }),
  ),
  favorites: favoritesSchema.nullish(),
});
/** The payload of an alert email. */
export type AlertMailPayload = z.output<typeof alertPayloadSchema>;
type NotifiedHome =
  | AlertMailPayload['groups'][number]['homes'][number]
  | FavoritesPayload['homes'][number];

const REASON_LABELS = {
  new: 'New',
  // Used only if the previous price is unknown.
  price_cut: 'New',
  back: 'Back on the market',
  open_house: 'Open house',
  sold: 'Sold',
  rented: 'Rented',
  off_market: 'Off the market',
} as const;

/** Returns the label that explains why a home is in the email. */
function formatReason({ reason, previousPrice }: NotifiedHome): string {
  if (reason === 'price_cut' && previousPrice !== null) {
    return `Price cut from ${formatPrice(previousPrice)}`;
  }
  return REASON_LABELS[reason];
}

const pluralize = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

function buildHomeBlock(url: string, notified: NotifiedHome, home: AlertHomeRow): MailBlock {
  const { title, price, status, bedrooms, bathrooms, city, state, picture_key: key } = home;
  const details = [pluralize(bedrooms, 'bed'), pluralize(bathrooms, 'bath'), `${city}, ${state}`];
  return {
    kind: 'home',
    reason: formatReason(notified),
    price: `${formatPrice(price)}${status === 'For Rent' ? '/mo' : ''}`,
    title,
    line: details.join(' | '),
    url: `${url}${pagePaths.property(home.id)}`,
    imageUrl: key === null ? null : `${url}${imagePath(key)}`,
  };
}

/**
 * A section of an email: the first homes for a search or the first saved homes, and the total
 * number of homes in the section.
 */
type MailSection = { name: string; blocks: MailBlock[]; count: number };

async function composeAlert(
  payload: AlertMailPayload,
  context: MailContext,
): Promise<ComposedMail | null> {
  const { db, now, site: readSite } = context;
  const { recipient, frequency, favorites } = payload;
  // Skips an account whose address has changed, and addresses that must not receive user text.
  if (context.to.address.toLowerCase() !== recipient || !context.to.allowsUserText) return null;
  const site = await readSite();
  const toSection = async (
    name: string,
    notified: readonly NotifiedHome[],
    search?: Parameters<typeof findAlertHomes>[2],
  ): Promise<MailSection> => {
    const section: MailSection = { name, blocks: [], count: 0 };
    for (let start = 0; start < notified.length; start += HOMES_PER_BATCH) {
      const batch = notified.slice(start, start + HOMES_PER_BATCH);
      const ids = batch.map(({ propertyId }) => propertyId);
      const rows = await findAlertHomes(db, ids, search);
      const homesById = new Map(rows.map((home) => [home.id, home]));
      for (const notifiedHome of batch) {
        const home = homesById.get(notifiedHome.propertyId);
        if (home === undefined || !isStillValid(notifiedHome, home)) continue;
        section.count += 1;
        if (section.count <= MAX_ALERT_HOMES)
          section.blocks.push(buildHomeBlock(site.url, notifiedHome, home));
      }
    }
    return section;
  };

  const sections: MailSection[] = [];
  let manageUrl = `${site.url}${pagePaths.savedSearches()}`;
  for (const { searchId, homes, moreCount } of payload.groups) {
    const search = await findSavedSearch(db, searchId);
    // Skips searches that have since been deleted, turned off, or moved to another address.
    if (search === undefined || search.frequency === 'never') continue;
    if (!(await isConfirmed(db, search, recipient))) continue;
    const conditions = readConditions(search, context);
    if (conditions === null) continue;
    const section = await toSection(search.name, homes, { conditions, ownerId: search.user_id });
    if (section.count === 0) continue;
    sections.push({ ...section, count: section.count + moreCount });
    if (search.user_id === null) {
      const token = await createAlertToken(db, 'manage', { searchId }, now);
      manageUrl = `${site.url}${pagePaths.manageAlert(token)}`;
    }
  }
  const searchCount = sections.length;
  const hasSearches = searchCount > 0;
  if (favorites && (await canSendFavorites(db, favorites.userId, recipient))) {
    const section = await toSection('Saved homes', favorites.homes);
    if (section.count > 0) sections.push(section);
  }
  if (sections.length === 0) return null;

  const [firstId] = payload.groups.map(({ searchId }) => searchId);
  const token = await createAlertToken(
    db,
    'unsubscribe',
    frequency === 'instant' && firstId !== undefined
      ? { searchId: firstId }
      : { email: recipient, frequency },
    now,
  );
  const headline = toHeadline(sections, searchCount);
  const allUrl = hasSearches ? manageUrl : `${site.url}${pagePaths.savedHomes()}`;
  return {
    unsubscribeUrl: `${site.url}/api/unsubscribe?token=${token}`,
    content: {
      subject: headline,
      preview: sections.map(({ name }) => name).join(', '),
      blocks: [
        { kind: 'heading', text: headline },
        ...toBlocks(sections, allUrl),
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

/** Returns whether a notification is still valid. The mail server may have been down for a day. */
function isStillValid({ reason, previousPrice }: NotifiedHome, home: AlertHomeRow): boolean {
  const isOffMarket = reason === 'sold' || reason === 'rented' || reason === 'off_market';
  if (home.is_available === isOffMarket) return false;
  return reason !== 'price_cut' || previousPrice === null || home.price < previousPrice;
}

/** @param searchCount the number of sections for searches */
function toHeadline(sections: readonly MailSection[], searchCount: number): string {
  const count = sections.reduce((sum, section) => sum + section.count, 0);
  if (searchCount === 0) return `Updates on ${pluralize(count, 'saved home')}`;
  const homes = pluralize(count, 'home');
  if (searchCount < sections.length) return `${homes}: your searches and saved homes`;
  return searchCount === 1 ? `${homes}: ${sections[0]?.name ?? ''}` : `${homes} for your searches`;
}

/**
 * Lists the first `MAX_ALERT_HOMES` homes of all sections together, and adds a link with the number
 * of the remaining homes. Sections have headings if there are several.
 */
function toBlocks(sections: readonly MailSection[], allUrl: string): MailBlock[] {
  const blocks: MailBlock[] = [];
  let [listedCount, count] = [0, 0];
  for (const section of sections) {
    count += section.count;
    const listedBlocks = section.blocks.slice(0, MAX_ALERT_HOMES - listedCount);
    // The headline already names a single section.
    if (listedBlocks.length > 0 && sections.length > 1)
      blocks.push({ kind: 'section', text: section.name });
    blocks.push(...listedBlocks);
    listedCount += listedBlocks.length;
  }
  if (count > listedCount)
    blocks.push({ kind: 'link', label: `+ ${count - listedCount} more`, url: allUrl });
  return blocks;
}

/** Returns whether emails about a user's saved homes can be sent to an address. */
async function canSendFavorites(db: Database, userId: string, recipient: string): Promise<boolean> {
  const account = await findPreferences(db, userId);
  return (
    account?.alerts_on_favorites === true &&
    account.email.toLowerCase() === recipient &&
    account.confirmed_email?.toLowerCase() === recipient
  );
}

/** Returns whether a search's alerts can be sent to an address. */
async function isConfirmed(
  db: Database,
  { user_id: userId, email, confirmed_at: confirmedAt }: SavedSearchRow,
  recipient: string,
): Promise<boolean> {
  if (userId === null) return confirmedAt !== null && email?.toLowerCase() === recipient;
  const account = await findPreferences(db, userId);
  const isRecipient = (address: string | null | undefined) => address?.toLowerCase() === recipient;
  return isRecipient(account?.email) && isRecipient(account?.confirmed_email);
}

/** Email handlers for saved searches, by kind. */
export const savedSearchEmails = {
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
