import { z } from 'zod';
import { defineMail, type MailHandlers } from '../../../jobs/job-handler.ts';

/** The email to a user whose second factor was removed by an admin. */
export const FACTOR_REMOVED_MAIL = 'accounts.factor-removed-mail';

/** Emails about second factors. */
export const twoFactorEmails = {
  [FACTOR_REMOVED_MAIL]: defineMail(z.object({}), async (_payload, { site: readSite }) => {
    const site = await readSite();
    return {
      content: {
        subject: `Your second factor on ${site.name} was removed`,
        preview: 'An admin removed it. Set up a new one.',
        blocks: [
          { kind: 'heading', text: 'Your second factor was removed' },
          {
            kind: 'text',
            text: 'An admin removed your account’s authenticator app. Its codes and your recovery codes no longer work, and you can sign in with just your password. Set up a new second factor under ‘Security’ on your profile.',
          },
          { kind: 'button', label: 'Open your profile', url: `${site.url}/profile` },
        ],
        footer: [
          {
            kind: 'note',
            text: 'Didn’t ask for this? Change your password now and contact us.',
          },
        ],
      },
    };
  }),
} satisfies MailHandlers;
