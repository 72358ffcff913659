import { z } from 'zod';
import { createToken, hashToken } from '../../../http/endpoints/authentication.ts';
import { defineMail, type MailHandlers } from '../../../jobs/job-handler.ts';
import { findAccount } from '../account-repository.ts';
import { insertReset, RESET_LIFETIME_MS } from './reset-repository.ts';

/** The mail with a link to choose a new password. */
export const RESET_MAIL = 'accounts.reset-mail';

/**
 * Mails about passwords. They hold nothing that somebody could have chosen who signed up with another person's address,
 * not even a name. The link is created when the mail is: no token waits in the queue.
 */
export const resetMails = {
  [RESET_MAIL]: defineMail(
    z.object({ userId: z.string(), email: z.string() }),
    async ({ userId, email }, { db, now, to, site: readSite }) => {
      const account = await findAccount(db, userId);
      // Somebody asked for the e-mail address that the account had then.
      if (account?.email !== email || to.address !== email) return null;
      const token = createToken();
      await insertReset(db, hashToken(token), account, now);
      const site = await readSite();
      return {
        content: {
          subject: `Choose a new password for ${site.name}`,
          preview: `The link works once and for ${RESET_LIFETIME_MS / 60_000} minutes.`,
          blocks: [
            { kind: 'heading', text: 'Choose a new password' },
            {
              kind: 'text',
              text: 'Somebody, probably you, asked for a new password for the account with this e-mail address.',
            },
            {
              kind: 'button',
              label: 'Choose a new password',
              url: `${site.url}/reset-password?token=${token}`,
            },
            {
              kind: 'note',
              text: `The link works once and for ${RESET_LIFETIME_MS / 60_000} minutes.`,
            },
          ],
          footer: [
            {
              kind: 'note',
              text: 'If you did not ask for it, you need do nothing: your password stays as it is.',
            },
          ],
        },
      };
    },
  ),
} satisfies MailHandlers;
