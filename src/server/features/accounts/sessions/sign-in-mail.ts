import { z } from 'zod';
import { defineMail, type MailHandlers } from '../../../jobs/job-handler.ts';

/** The email about a sign-in from a new device. */
export const SIGN_IN_MAIL = 'accounts.sign-in-mail';

const timeFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/**
 * Emails about sign-ins from new devices. Device names come from fixed lists and places are masked IP addresses, so
 * attackers cannot insert text.
 */
export const signInEmails = {
  [SIGN_IN_MAIL]: defineMail(
    z.object({ device: z.string(), place: z.string(), at: z.iso.datetime() }),
    async ({ device, place, at }, { site: readSite }) => {
      const site = await readSite();
      return {
        content: {
          subject: `New sign-in to ${site.name}`,
          preview: `Your account was used on a new device: ${device}.`,
          blocks: [
            { kind: 'heading', text: 'New sign-in' },
            { kind: 'text', text: 'Someone signed in to your account from a new device.' },
            {
              kind: 'facts',
              rows: [
                ['Device', device],
                ['IP address', place],
                ['Time', `${timeFormat.format(new Date(at))} UTC`],
              ],
            },
            {
              kind: 'text',
              text: 'If this was you, you can ignore this email. If not, change your password and end the session under ‘Security’ on your profile.',
            },
            { kind: 'button', label: 'Review your account', url: `${site.url}/profile` },
          ],
          footer: [],
        },
      };
    },
  ),
} satisfies MailHandlers;
