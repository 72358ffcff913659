/** Manages reports about listings (docs/product/reports.md). */

import { can } from '#shared/permissions.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { Report, ReportDecision, ReportForm, ReportsQuery } from '#shared/schemas/report.ts';
import { inActorTransaction } from '../../database/actor-transaction.ts';
import { type Database, inTransaction } from '../../database/database.ts';
import { AppError, forbidden, notFound } from '../../errors/app-error.ts';
import type { Once } from '../../http/endpoints/idempotency.ts';
import { toSlice } from '../../http/endpoints/paging.ts';
import type { SignedIn } from '../../http/endpoints/authentication.ts';
import type { Limiter } from '../../http/limits/rate-limits.ts';
import { addMail } from '../../jobs/mail-job.ts';
import { recordAudit } from '../audit/audit-service.ts';
import { addNotification } from '../notifications/notification-service.ts';
import { cancelToursOfHomes } from '../tours/tour-change-service.ts';
import { HIDDEN_MAIL } from './report-mail.ts';
import {
  decide,
  type DecidedReport,
  dismissHidingReports,
  findReport,
  findReports,
  isPublicProperty,
  hideProperty,
  insertReport,
  isHidden,
  lockReportedProperty,
  type ReportRow,
  setAvailabilityAfterHiding,
  showProperty,
} from './report-repository.ts';

export type ReportService = ReturnType<typeof createReportService>;

/** Returns a report for webhooks; undefined if it does not exist. */
export async function findReportRecord(db: Database, id: string): Promise<Report | undefined> {
  const row = await findReport(db, id);
  return row && toReport(row);
}

export function createReportService(options: {
  db: Database;
  reportsPerIp: Limiter;
  now: () => Date;
}) {
  const { db, reportsPerIp, now } = options;
  return {
    /**
     * Reports a listing.
     *
     * @param clientKey the client's rate limit key
     * @throws AppError NOT_FOUND, TOO_MANY_REQUESTS
     */
    async report(
      propertyId: string,
      form: ReportForm,
      clientKey: string,
      once: Once,
    ): Promise<{ message: string }> {
      if (!(await isPublicProperty(db, propertyId))) throw notFound('Property not found.');
      await reportsPerIp.consume(clientKey);
      const { reason, text = '', email } = form;
      const create = once.wrapCreate(async (transaction) => {
        const report = { propertyId, reason, text, email, now: now() };
        if (!(await insertReport(transaction, report))) throw notFound('Property not found.');
        return { message: 'Thank you. An admin will review your report.' };
      });
      return inTransaction(db, null, create);
    },

    /** Returns one page of the reports, newest first, and their total. */
    async list(query: ReportsQuery): Promise<{ reports: Report[]; total: number }> {
      const { rows, total } = await findReports(db, query.state, toSlice(query));
      return { reports: rows.map(toReport), total };
    },

    /**
     * Closes a report and all open reports about its listing. The decision can be changed later.
     * `hidden` makes the listing unavailable and emails the reason to its agent. Changing `hidden`
     * to `dismissed` shows the listing again.
     *
     * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT if another admin has decided in the meantime
     */
    async decide(
      id: string,
      actor: SignedIn,
      change: {
        decision: ReportDecision;
        before?: ReportDecision | null | undefined;
        note?: string | undefined;
      },
    ): Promise<Report> {
      return inActorTransaction(db, actor, async (transaction, current) => {
        if (!can(current, 'report:manage')) throw forbidden();
        await lockReportedProperty(transaction, id);
        const report = await findReport(transaction, id);
        if (report === undefined) throw notFound('Report not found.');
        const { decision, before, note = '' } = change;
        if (before !== undefined && before !== report.decision) {
          throw new AppError('CONFLICT', 'A decision on this report has already been made.');
        }
        const decided = await decide(transaction, report, { decision, note, now: now() });
        await recordDecisions(transaction, actor, report, { decided, decision });
        if (report.property_id !== null) {
          if (decision === 'hidden') await hide(transaction, actor, report, report.property_id);
          // A report that did not hide the listing must not show a listing that another report hid.
          else if (report.decision === 'hidden')
            await show(transaction, actor, report, report.property_id);
        }
        const row = await findReport(transaction, id);
        if (row === undefined) throw notFound('Report not found.');
        return toReport(row);
      });
    },
  };

  async function recordDecisions(
    transaction: Database,
    actor: SignedIn,
    { title }: ReportRow,
    { decided, decision }: { decided: readonly DecidedReport[]; decision: ReportDecision },
  ): Promise<void> {
    for (const { id, former } of decided)
      await recordAudit(transaction, actor, {
        action: 'report.decided',
        entity: { kind: 'report', id, title },
        changes: { decision: [former, decision] },
        now: now(),
      });
  }

  async function show(
    transaction: Database,
    actor: SignedIn,
    report: ReportRow,
    propertyId: string,
  ): Promise<void> {
    // A decision closes several reports. None of them may show the listing again later.
    const decided = await dismissHidingReports(transaction, propertyId, now());
    await recordDecisions(transaction, actor, report, { decided, decision: 'dismissed' });
    if (!(await showProperty(transaction, propertyId, now()))) return;
    await recordAudit(transaction, actor, {
      action: 'listing.shown',
      entity: { kind: 'listing', id: propertyId, title: report.title },
      now: now(),
    });
  }

  async function hide(
    transaction: Database,
    actor: SignedIn,
    report: ReportRow,
    propertyId: string,
  ): Promise<void> {
    const isNew = await hideProperty(transaction, propertyId, now());
    await cancelToursOfHomes(transaction, [propertyId], 'unavailable', now());
    if (!isNew) return;
    await recordAudit(transaction, actor, {
      action: 'listing.hidden',
      entity: { kind: 'listing', id: propertyId, title: report.title },
      now: now(),
    });
    if (report.agent_id === null) return;
    await addNotification(transaction, {
      userId: report.agent_id,
      kind: 'report',
      title: `${report.title} was hidden by an admin`,
      link: pagePaths.editListing(propertyId),
      createdAt: now(),
    });
    await addMail(transaction, {
      kind: HIDDEN_MAIL,
      to: { proof: 'account', userId: report.agent_id },
      author: 'admin',
      cause: null,
      payload: { reportId: report.id },
      now: now(),
    });
  }
}

/**
 * Checks that a listing is not hidden.
 *
 * @throws AppError CONFLICT if an admin has hidden it
 */
export async function requireNotHidden(db: Database, propertyId: string): Promise<void> {
  if (await isHidden(db, propertyId)) {
    throw new AppError('CONFLICT', 'This listing was hidden by an admin.');
  }
}

/**
 * Records the new availability of hidden listings. It takes effect when an admin shows them again.
 * Call it in the transaction that changes the listings.
 */
export async function recordAvailability(
  transaction: Database,
  listings: readonly { id: string; isAvailable: boolean; isOffMarket: boolean }[],
): Promise<void> {
  if (listings.length > 0) await setAvailabilityAfterHiding(transaction, listings);
}

function toReport(row: ReportRow): Report {
  const { id, property_id: propertyId, title, reason, text, email, decision } = row;
  return {
    _id: id,
    property: { _id: propertyId, title },
    reason,
    text: text === '' ? null : text,
    email,
    createdAt: row.created_at.toISOString(),
    state: decision === null ? 'open' : 'closed',
    decision,
  };
}
