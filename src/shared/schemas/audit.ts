/** The audit log, for admins (docs/product/audit-log.md). */

import { z } from 'zod';
import { AUDIT_ACTION_NAMES } from '../audit-actions.ts';
import { idSchema, idSchemaWith, dateTimeSchema, pageQuerySchema, timeSchema } from './common.ts';

/** An audit log entry. */
export const auditEntrySchema = z.object({
  _id: idSchema,
  at: timeSchema,
  /** `_id` is null for deleted accounts and for changes without a user, such as background jobs and commands. */
  actor: z.object({ _id: idSchema.nullable(), name: z.string() }),
  action: z.enum(AUDIT_ACTION_NAMES),
  /** `_id` is null for singletons, such as the site settings, and for entries about several records. */
  entity: z.object({ kind: z.string(), _id: z.string().nullable(), title: z.string() }),
  /** Values before and after, by field. */
  changes: z.record(z.string(), z.array(z.unknown()).length(2)),
  /** The actor's IP address; null after 90 days, and for changes without a user. */
  place: z.string().nullable(),
});
export type AuditEntry = z.output<typeof auditEntrySchema>;

const INVALID_TIME = 'Please enter a date such as 2026-03-01, or an ISO time.';

/** A UTC date or a time. */
const dayOrTimeSchema = z.union([z.iso.date(INVALID_TIME), dateTimeSchema(INVALID_TIME)], {
  error: INVALID_TIME,
});

/** The filters of `GET /audit` and `GET /audit.csv`. */
export const auditFilterSchema = z.object({
  actorId: idSchemaWith('Enter an account ID.').optional(),
  action: z.enum(AUDIT_ACTION_NAMES, { error: 'Unknown action.' }).optional(),
  /** A kind such as `user`, or a single entity such as `user:17`. */
  entity: z
    .string()
    .regex(
      /^[a-z_]{1,40}(?::[\w.-]{1,100})?$/,
      'Enter a kind, such as user, or a record, such as user:17.',
    )
    .optional(),
  /** The earliest time. A date starts at midnight UTC. */
  from: dayOrTimeSchema.optional(),
  /** The latest time. A date includes that entire day (UTC). */
  to: dayOrTimeSchema.optional(),
});
export type AuditFilter = z.output<typeof auditFilterSchema>;

/** Query of `GET /audit`. */
export const auditQuerySchema = pageQuerySchema.extend(auditFilterSchema.shape);
export type AuditQuery = z.output<typeof auditQuerySchema>;
