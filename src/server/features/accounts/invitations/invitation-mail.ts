import { z } from 'zod';
import { pagePaths } from '#shared/page-paths.ts';
import { createToken, hashToken } from '../../../http/endpoints/authentication.ts';
import { defineMail, type MailHandlers } from '../../../jobs/job-handler.ts';
import { findInvitation, insertInvitationToken } from './invitation-repository.ts';

/** The email with an invitation link. */
export const INVITATION_MAIL = 'accounts.invitation-mail';

/** The number of days that an invitation is valid. */
export const INVITATION_DAYS = 7;

/** Invitation emails. Links are created when an email is composed, to keep tokens out of the queue. */
export const invitationEmails = {
  [INVITATION_MAIL]: defineMail(
    z.object({ invitationId: z.string() }),
    async ({ invitationId }, { db, now, to, site: readSite }) => {
      const invitation = await findInvitation(db, invitationId, now);
      if (invitation === undefined) return null;
      const site = await readSite();
      const token = createToken();
      await insertInvitationToken(db, invitationId, hashToken(token));
      const { office, inviter } = invitation;
      const target = office === null ? site.name : `an office on ${site.name}`;
      const heading = `You’re invited to join ${to.allowsUserText && office !== null ? office.name : target}`;
      const text =
        to.allowsUserText && inviter !== null
          ? `${inviter} invited you${office === null ? '' : ` to join ${office.name}`}.`
          : 'Open the link to see who invited you and to accept the invitation.';
      return {
        content: {
          subject: heading,
          preview: `The link works once and expires in ${INVITATION_DAYS} days.`,
          blocks: [
            { kind: 'heading', text: heading },
            { kind: 'text', text },
            {
              kind: 'button',
              label: 'See the invitation',
              url: `${site.url}${pagePaths.invitation(token)}`,
            },
            { kind: 'note', text: `The link works once and expires in ${INVITATION_DAYS} days.` },
          ],
          footer: [{ kind: 'note', text: 'Don’t know what this is about? Ignore this email.' }],
        },
      };
    },
  ),
} satisfies MailHandlers;
