import { z } from 'zod';
import { formatDate } from '#shared/format/dates.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { defineMail, type MailHandlers } from '../../../jobs/job-handler.ts';
import { nameHome } from '../../../jobs/mailed-homes/home-name.ts';
import { findExpiry } from './due-listings-repository.ts';

/** The kind of the email to the agent of a listing that expires in a week. */
export const EXPIRY_MAIL = 'listings.expiry-mail';

/** Returns text such as `leaves the market on November 30, 2026`. */
export const expiryText = (expiresOn: string) =>
  `leaves the market on ${formatDate(`${expiresOn}T12:00:00Z`)}`;

/** Email handlers by kind. */
export const publishingEmails = {
  [EXPIRY_MAIL]: defineMail(
    z.object({ propertyId: z.string(), expiresOn: z.string() }),
    async ({ propertyId, expiresOn }, context) => {
      const listing = await findExpiry(context.db, propertyId, expiresOn);
      // The expiration date, availability, or agent has since changed.
      if (listing === undefined || listing.agentId !== context.to.userId) return null;
      const site = await context.site();
      const { label, own } = await nameHome(context, { propertyId, ...listing });
      return {
        content: {
          subject: `Your listing is about to expire: ${label}`,
          preview: `It ${expiryText(expiresOn)}.`,
          blocks: [
            { kind: 'heading', text: 'Your listing is about to expire' },
            { kind: 'text', text: `${own} ${expiryText(expiresOn)}.` },
            {
              kind: 'text',
              text: 'To keep it on the market, choose a later date or remove the expiration date.',
            },
            {
              kind: 'button',
              label: 'Open the listing',
              url: `${site.url}${pagePaths.editListing(propertyId)}`,
            },
          ],
        },
      };
    },
  ),
} satisfies MailHandlers;
