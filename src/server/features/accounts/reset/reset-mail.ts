import { z } from 'zod';
import { createToken, hashToken } from '../../../http/endpoints/authentication.ts';
import { defineMail, type MailHandlers } from '../../../jobs/job-handler.ts';
import { findAccount } from '../account-repository.ts';
import { insertReset, RESET_LIFETIME_MS } from './reset-repository.ts';

/** The email with a link to choose a new password. */
export const RESET_MAIL = 'accounts.reset-mail';

/**
 * Password reset emails. They contain no text entered at sign-up, not even a name, because the
 * account may have been created with someone else's address. Links are created when an email is
 * composed, to keep tokens out of the queue.
 */
export const resetEmails = {
  [RESET_MAIL]: defineMail(
    z.object({ userId: z.string(), email: z.string() }),
    async ({ userId, email }, { db, now, to, site: readSite }) => {
      const account = await findAccount(db, userId);
      // The link is valid only for the address at the time of the request.
      if (account?.email !== email || to.address !== email) return null;
      const token = createToken();
      await insertReset(db, hashToken(token), account, now);
      const site = await readSite();
      return {
        content: {
          subject: `Choose a new password for ${site.name}`,
          preview: `The link works once and expires in ${RESET_LIFETIME_MS / 60_000} minutes.`,
          blocks: [
            { kind: 'heading', text: 'Choose a new password' },
            {
              kind: 'text',
              text: 'We received a request to reset the password for the account with this email address.',
            },
            {
              kind: 'button',
              label: 'Choose a new password',
              url: `${site.url}/reset-password?token=${token}`,
            },
            {
              kind: 'note',
              text: `The link works once and expires in ${RESET_LIFETIME_MS / 60_000} minutes.`,
            },
          ],
          footer: [
            {
              kind: 'note',
              text: 'Didn’t ask for this? Ignore this email; your password won’t change.',
            },
          ],
        },
      };
    },
  ),
} satisfies MailHandlers;
