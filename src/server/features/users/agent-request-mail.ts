import { z } from 'zod';
import { pagePaths } from '#shared/page-paths.ts';
import { defineMail, type MailHandlers } from '../../jobs/job-handler.ts';
import { findAgentRequestResult } from './user-admin-repository.ts';

/** The email about the decision on a user's request to become an agent. */
export const AGENT_REQUEST_MAIL = 'users.agent-request-mail';

const payloadSchema = z.object({ userId: z.string(), decision: z.enum(['approved', 'declined']) });

/** Emails about requests to become an agent. */
export const userEmails = {
  [AGENT_REQUEST_MAIL]: defineMail(payloadSchema, async ({ userId, decision }, context) => {
    const result = await findAgentRequestResult(context.db, userId);
    if (result === undefined) return null;
    const site = await context.site();
    if (decision === 'approved') {
      // The role has been changed again since the decision.
      if (result.role === 'user') return null;
      return {
        content: {
          subject: `You can now list homes on ${site.name}`,
          preview: 'Your request was approved.',
          blocks: [
            { kind: 'heading', text: 'Your request was approved' },
            { kind: 'text', text: `You are now an agent on ${site.name} and can list homes.` },
            {
              kind: 'button',
              label: 'Open the dashboard',
              url: `${site.url}${pagePaths.overview()}`,
            },
          ],
        },
      };
    }
    const reason = context.to.allowsUserText ? (result.reason ?? '') : '';
    return {
      content: {
        subject: `Your request to list homes on ${site.name} was declined`,
        preview: reason === '' ? 'Your account has not changed.' : `Reason: ${reason}`,
        blocks: [
          { kind: 'heading', text: 'Your request was declined' },
          {
            kind: 'text',
            text: 'You cannot list homes. You can still save homes and contact agents.',
          },
          ...(reason === '' ? [] : [{ kind: 'facts', rows: [['Reason', reason]] } as const]),
        ],
      },
    };
  }),
} satisfies MailHandlers;
