import { z } from 'zod';
import { countOf } from '#shared/format/numbers.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { defineMail, type MailHandlers } from '../../jobs/job-handler.ts';
import { nameHome } from '../../jobs/mailed-homes/home-name.ts';
import { countWaiting, findReview } from './review-repository.ts';

/** The email that informs the agent of a decision. */
export const DECISION_MAIL = 'reviews.decision-mail';
/** The email to admins about listings in review, sent at most once an hour. */
export const WAITING_MAIL = 'reviews.waiting-mail';

/** Emails about reviews. */
export const reviewEmails = {
  [DECISION_MAIL]: defineMail(z.object({ reviewId: z.string() }), async ({ reviewId }, context) => {
    const review = await findReview(context.db, reviewId);
    if (review === undefined || review.agentId !== context.to.userId) return null;
    const { propertyId, decision, publishAt } = review;
    const home = await nameHome(context, review);
    const site = await context.site();
    const isApproved = decision === 'approved';
    const reason = context.to.allowsUserText ? (review.reason ?? '') : '';
    const heading = isApproved ? 'Your listing was approved' : 'Your listing needs changes';
    return {
      content: {
        subject: `${heading}: ${home.label}`,
        preview: reason === '' ? heading : `Reason: ${reason}`,
        blocks: [
          { kind: 'heading', text: heading },
          {
            kind: 'text',
            text: isApproved
              ? publishAt === null
                ? `${home.agentMention} is live.`
                : `${home.agentMention} goes live at the scheduled time.`
              : `${home.agentMention} is not live yet. Make the requested changes, and publish it again.`,
          },
          ...(reason === '' ? [] : [{ kind: 'facts', rows: [['Reason', reason]] } as const]),
          {
            kind: 'button',
            label: 'Open the listing',
            url: `${site.url}${pagePaths.editListing(propertyId)}`,
          },
        ],
      },
    };
  }),

  [WAITING_MAIL]: defineMail(z.object({}), async (_payload, context) => {
    const count = await countWaiting(context.db);
    if (count === 0) return null;
    const site = await context.site();
    const heading = `${countOf(count, 'listing')} ${count === 1 ? 'is' : 'are'} waiting for review`;
    return {
      content: {
        subject: heading,
        preview: `On ${site.name}`,
        blocks: [
          { kind: 'heading', text: heading },
          {
            kind: 'button',
            label: 'Open reviews',
            url: `${site.url}${pagePaths.reviews()}`,
          },
        ],
      },
    };
  }),
} satisfies MailHandlers;
