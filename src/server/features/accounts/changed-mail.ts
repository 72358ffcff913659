/** Emails about changes to an account's sign-in methods (docs/product/account-security.md, Changes). */

import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { defineMail, type MailHandlers } from '../../jobs/job-handler.ts';
import { accountCause, addMail } from '../../jobs/mail-job.ts';
import type { MailRecipient } from '../../jobs/mail-proof-repository.ts';

/** The email about a change made by the user or by someone with a stolen session. */
export const ACCOUNT_CHANGE_MAIL = 'accounts.changed-mail';

const changeSchema = z.enum(['email', 'password', 'passkey', 'app', 'app-removed']);
type Change = z.output<typeof changeSchema>;

type Message = { title: string; text: string; button: readonly [label: string, path: string] };

const REVIEW = ['Review your account', '/profile'] as const;

const MESSAGES: Record<Change, Message> = {
  email: {
    title: 'Your email address was changed',
    text: 'Your account has a new email address. We no longer send emails to this one.',
    button: ['Contact us', '/contact'],
  },
  password: {
    title: 'Your password was changed',
    text: 'Your account has a new password, and all other devices are signed out.',
    button: ['Reset your password', '/forgot-password'],
  },
  passkey: {
    title: 'A passkey was added',
    text: 'You can now sign in with a new passkey, without your password.',
    button: REVIEW,
  },
  app: {
    title: 'An authenticator app was set up',
    text: 'Signing in with your password now also requires a code from an authenticator app.',
    button: REVIEW,
  },
  'app-removed': {
    title: 'Your authenticator app was removed',
    text: 'You can now sign in to your account with just your password.',
    button: REVIEW,
  },
};

/**
 * Queues the email in the same transaction as the change.
 *
 * @param to the recipient: the account by default, or its previous address
 * @param userId the account's ID
 */
export async function addAccountChangeMail(
  transaction: Database,
  {
    change,
    userId,
    to = { proof: 'account', userId },
    now,
  }: { change: Change; userId: string; to?: MailRecipient; now: Date },
): Promise<void> {
  await addMail(transaction, {
    kind: ACCOUNT_CHANGE_MAIL,
    to,
    author: 'site',
    cause: await accountCause(transaction, userId),
    payload: { change },
    now,
  });
}

export const accountChangeEmails = {
  [ACCOUNT_CHANGE_MAIL]: defineMail(
    z.object({ change: changeSchema }),
    async ({ change }, { to, site: readSite }) => {
      // The account may have been created with someone else’s address.
      if (to.userId !== null && !to.isProven) return null;
      const site = await readSite();
      const { title, text, button } = MESSAGES[change];
      const [label, path] = button;
      return {
        content: {
          subject: `${title} on ${site.name}`,
          preview: text,
          blocks: [
            { kind: 'heading', text: title },
            { kind: 'text', text },
            {
              kind: 'text',
              text: 'If this was you, you can ignore this email. If not, someone else may be using your account.',
            },
            { kind: 'button', label, url: `${site.url}${path}` },
          ],
          footer: [],
        },
      };
    },
  ),
} satisfies MailHandlers;
