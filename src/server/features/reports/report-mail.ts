import { z } from 'zod';
import { pagePaths } from '#shared/page-paths.ts';
import { REPORT_REASONS } from '#shared/schemas/report-reasons.ts';
import { defineMail, type MailHandlers } from '../../jobs/job-handler.ts';
import { nameHome } from '../../jobs/mailed-homes/home-name.ts';
import { findReport } from './report-repository.ts';

/** The email to the agent of a hidden listing. */
export const HIDDEN_MAIL = 'reports.hidden-mail';

/** Emails about reports. They never include the reporter's text. */
export const reportEmails = {
  [HIDDEN_MAIL]: defineMail(z.object({ reportId: z.string() }), async (payload, context) => {
    const report = await findReport(context.db, payload.reportId);
    // The decision was reverted, or the listing was deleted or reassigned.
    if (report === undefined || report.decision !== 'hidden') return null;
    if (report.property_id === null || report.agent_id !== context.to.userId) return null;
    const site = await context.site();
    const { property_id: propertyId, title, reason, note } = report;
    const home = await nameHome(context, { propertyId, title });
    return {
      content: {
        subject: `Your listing was hidden: ${home.label}`,
        preview: `Reason: ${REPORT_REASONS[reason]}`,
        blocks: [
          { kind: 'heading', text: 'Your listing was hidden' },
          {
            kind: 'text',
            text: `${home.agentMention} was hidden by an admin. Visitors can no longer find it.`,
          },
          {
            kind: 'facts',
            rows: [
              ['Reason', REPORT_REASONS[reason]],
              ...(note === '' || !context.to.allowsUserText ? [] : [['Note', note] as const]),
            ],
          },
          {
            kind: 'text',
            text: 'Please correct the problem and contact us. An admin can then show the listing again.',
          },
          {
            kind: 'button',
            label: 'Open the listing',
            url: `${site.url}${pagePaths.editListing(report.property_id)}`,
          },
        ],
      },
    };
  }),
} satisfies MailHandlers;
