/** Serializes jobs for admins, without personal data from payloads and errors. */

import { z } from 'zod';
import type { Job, JobDetails } from '#shared/schemas/service/job.ts';
import { isRecurringKey } from '../../jobs/recurring-jobs.ts';
import type { QueuedJobRow } from './queued-job-repository.ts';

const MAX_ERROR_LENGTH = 1_000;

/** Converts a job to its response format. */
export function toJob(row: QueuedJobRow): Job {
  return {
    _id: row.id,
    name: row.name,
    state: row.state,
    isRecurring: isRecurringKey(row.key),
    createdAt: row.created_at.toISOString(),
    dueAt: row.state === 'failed' ? null : row.run_at.toISOString(),
    failedAt: row.failed_at?.toISOString() ?? null,
    startedAt: row.locked_at?.toISOString() ?? null,
    tries: row.attempts,
    triesMost: row.max_attempts,
    error: row.last_error === null ? null : redactPersonalData(row.last_error),
  };
}

/** Like `toJob`, with the payload's fields. Values that must not be shown are null. */
export function toJobDetails(row: QueuedJobRow): JobDetails {
  return { ...toJob(row), facts: factsOf(row.payload) };
}

/**
 * Redacts an error because mail servers' errors can contain addresses, and links contain tokens.
 */
export function redactPersonalData(error: string): string {
  return error
    .replaceAll(/[^\s<>()[\]"'`,;:=]+@[^\s<>()[\]"'`,;:]+/gu, '(an email address)')
    .replaceAll(/\b(token=)[\w-]+/g, '$1(hidden)')
    .slice(0, MAX_ERROR_LENGTH);
}

const payloadSchema = z.record(z.string(), z.unknown());
/** The payload of an email job wraps the email's own payload (mail-job.ts). */
const mailSchema = z.object({ mail: payloadSchema });

function factsOf(payload: unknown): JobDetails['facts'] {
  const mail = mailSchema.safeParse(payload);
  const parsed = mail.success ? { data: mail.data.mail } : payloadSchema.safeParse(payload);
  return Object.entries(parsed.data ?? {}).map(([name, value]) => ({ name, value: toFact(value) }));
}

/** Matches identifiers, times, and keywords such as `daily`, but no user-written text. */
const HARMLESS = /^(?:\d{1,18}|[a-z][a-z_-]{0,30}|\d{4}-\d\d-\d\dT[\d:.]+Z)$/;

/** @returns null for a value that must not be shown */
function toFact(value: unknown): string | null {
  if (Array.isArray(value)) return value.length === 1 ? '1 entry' : `${value.length} entries`;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value === null) return 'none';
  return typeof value === 'string' && HARMLESS.test(value) ? value : null;
}
