/** The audit log (docs/product/audit-log.md). */

import type { AuditAction } from '#shared/audit-actions.ts';
import type { AuditEntry, AuditFilter, AuditQuery } from '#shared/schemas/audit.ts';
import type { Database } from '../../database/database.ts';
import { toSlice } from '../../http/endpoints/paging.ts';
import { toAuditCsv } from './audit-csv.ts';
import { type AuditChanges, findEntries, insertEntries } from './audit-repository.ts';
import { toAuditEntry } from './audit-serializer.ts';

/** Who made a change: a signed-in user with the IP address of the request, or a name for the site itself. */
export type AuditActor = { _id: string; name: string; place: string } | { name: string };

/** A change to record. */
export type AuditRecord = {
  action: AuditAction;
  /** `id` is null for what there is one of. `title` names it as admins know it. */
  entity: { kind: string; id: string | null; title: string };
  /** Before and after, by field. Never a password, token, secret, or the text of a message. */
  changes?: AuditChanges;
  now: Date;
};

/** Entries in one export. */
const MAX_EXPORT = 10_000;
/** Characters of one value. */
const MAX_VALUE_LENGTH = 300;

/**
 * Records a change in the transaction that makes it. The endpoint table names the action of each call in `audit`.
 *
 * @param transaction that of the change
 */
export async function recordAudit(
  transaction: Database,
  actor: AuditActor,
  record: AuditRecord,
): Promise<void> {
  await recordAudits(transaction, actor, [record]);
}

/** The same for several changes at once. */
export async function recordAudits(
  transaction: Database,
  actor: AuditActor,
  records: readonly AuditRecord[],
): Promise<void> {
  const isUser = '_id' in actor;
  const rows = records.map(({ action, entity, changes = {}, now }) => ({
    at: now,
    actor_id: isUser ? actor._id : null,
    actor_name: actor.name,
    action,
    entity_kind: entity.kind,
    entity_id: entity.id,
    entity_title: entity.title,
    changes: shorten(changes),
    place: isUser ? actor.place : null,
  }));
  await insertEntries(transaction, rows);
}

/** Long texts of settings are cut: the log says what changed, and is no backup. */
function shorten(changes: AuditChanges): AuditChanges {
  const cut = (value: unknown) =>
    typeof value === 'string' && value.length > MAX_VALUE_LENGTH
      ? `${value.slice(0, MAX_VALUE_LENGTH)}…`
      : value;
  return Object.fromEntries(
    Object.entries(changes).map(([field, [before, after]]) => [field, [cut(before), cut(after)]]),
  );
}

export type AuditService = ReturnType<typeof createAuditService>;

export function createAuditService({ db }: { db: Database }) {
  return {
    /** One page of the log, newest first. */
    async list(query: AuditQuery): Promise<{ entries: AuditEntry[]; total: number }> {
      const { rows, total } = await findEntries(db, query, toSlice(query));
      return { entries: rows.map(toAuditEntry), total };
    },

    /** The newest entries as a table. */
    async export(filter: AuditFilter): Promise<string> {
      const { rows } = await findEntries(db, filter, { offset: 0, limit: MAX_EXPORT });
      return toAuditCsv(rows.map(toAuditEntry));
    },
  };
}
