import { z } from 'zod';
import { formatDate } from '#shared/format/dates.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { defineMail, type MailHandlers } from '../../../jobs/job-handler.ts';
import { nameHome } from '../../../jobs/mailed-homes/home-name.ts';
import { findExpiry } from './due-listings-repository.ts';

/** The kind of the email that warns an agent about listings that expire in a week. */
export const EXPIRY_MAIL = 'listings.expiry-mail';

/** Returns text such as `leaves the market on November 30, 2026`. */
export const expiryText = (expiresOn: string) =>
  `leaves the market on ${formatDate(`${expiresOn}T12:00:00Z`)}`;

/** Returns text such as `14 of your listings are about to expire`. */
export const expiringListingsText = (count: number) =>
  `${count} of your listings are about to expire`;

/** The maximum number of listings named in an email. */
const MAX_NAMED = 12;

const payloadSchema = z.object({
  listings: z.array(z.object({ propertyId: z.string(), expiresOn: z.string() })),
});

/** Email handlers by kind. */
export const publishingEmails = {
  [EXPIRY_MAIL]: defineMail(payloadSchema, async (payload, context) => {
    const listings = [];
    for (const { propertyId, expiresOn } of payload.listings) {
      const listing = await findExpiry(context.db, propertyId, expiresOn);
      // The expiration date, availability, or agent may have changed.
      if (listing !== undefined && listing.agentId === context.to.userId)
        listings.push({ propertyId, expiresOn, title: listing.title });
    }
    const [first] = listings;
    if (first === undefined) return null;
    const site = await context.site();
    const { label } = await nameHome(context, first);
    const sentences = await Promise.all(
      listings
        .slice(0, MAX_NAMED)
        .map(
          async (home) =>
            `${(await nameHome(context, home)).agentMention} ${expiryText(home.expiresOn)}.`,
        ),
    );
    const hiddenCount = listings.length - sentences.length;
    const isOne = listings.length === 1;
    return {
      content: {
        subject: isOne
          ? `Your listing is about to expire: ${label}`
          : expiringListingsText(listings.length),
        preview: isOne ? `It ${expiryText(first.expiresOn)}.` : (sentences[0] ?? ''),
        blocks: [
          {
            kind: 'heading',
            text: isOne ? 'Your listing is about to expire' : 'Your listings are about to expire',
          },
          ...sentences.map((text) => ({ kind: 'text' as const, text })),
          ...(hiddenCount > 0 ? [{ kind: 'text' as const, text: `And ${hiddenCount} more.` }] : []),
          {
            kind: 'text',
            text: isOne
              ? 'To keep it on the market, choose a later date or remove the expiration date.'
              : 'To keep them on the market, choose later dates or remove the expiration dates.',
          },
          {
            kind: 'button',
            label: isOne ? 'Open the listing' : 'Open your listings',
            url: `${site.url}${isOne ? pagePaths.editListing(first.propertyId) : pagePaths.myListings()}`,
          },
        ],
      },
    };
  }),
} satisfies MailHandlers;
