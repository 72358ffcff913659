/** The audit log (docs/product/audit-log.md). */

import type { AuditAction } from '#shared/audit-actions.ts';
import { countOf } from '#shared/format/numbers.ts';
import type { AuditEntry, AuditFilter, AuditQuery } from '#shared/schemas/audit.ts';
import { type Database, FOREIGN_KEY_VIOLATION, sqlStateOf } from '../../database/database.ts';
import { unauthenticated } from '../../errors/app-error.ts';
import { toSlice } from '../../http/endpoints/paging.ts';
import { AUDIT_CSV_HEADER, toAuditLine } from './audit-csv.ts';
import {
  type AuditChanges,
  type AuditRow,
  findEntries,
  findEntriesAfter,
  insertEntries,
} from './audit-repository.ts';
import { toAuditEntry } from './audit-serializer.ts';

/** The author of a change: a signed-in user, or only a name, such as 'Command line'. */
export type AuditActor = { _id: string; name: string; ipAddress: string } | { name: string };

/** A change to record. */
export type AuditRecord = {
  action: AuditAction;
  /** `id` is null for singletons, such as site settings. `title` is the name that admins see. */
  entity: { kind: string; id: string | null; title: string };
  /** Old and new values by field. Never a password, token, secret, or the text of a message. */
  changes?: AuditChanges;
  now: Date;
};

/** The number of entries read at a time for an export. */
const EXPORT_BATCH_SIZE = 100;
/** The number of entries written at a time: PostgreSQL limits the size of a statement's JSON. */
const INSERT_BATCH_SIZE = 10_000;
/** The maximum number of characters in a text value, without the ellipsis. */
const MAX_VALUE_LENGTH = 300;

/**
 * Records a change in the transaction that makes it. Endpoints declare their actions in `audit`.
 *
 * @param transaction the transaction that makes the change
 */
export async function recordAudit(
  transaction: Database,
  actor: AuditActor,
  record: AuditRecord,
): Promise<void> {
  await recordAudits(transaction, actor, [record]);
}

/**
 * Records a read, outside a transaction.
 *
 * @throws AppError UNAUTHENTICATED if the account was deleted after the request had been authenticated
 */
export async function recordRead(
  db: Database,
  actor: AuditActor,
  record: AuditRecord,
): Promise<void> {
  try {
    await recordAudit(db, actor, record);
  } catch (error) {
    throw sqlStateOf(error) === FOREIGN_KEY_VIOLATION ? unauthenticated() : error;
  }
}

/** Like `recordAudit`, for several changes. */
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
    changes: truncateValues(changes),
    place: isUser ? actor.ipAddress : null,
  }));
  for (let start = 0; start < rows.length; start += INSERT_BATCH_SIZE)
    await insertEntries(transaction, rows.slice(start, start + INSERT_BATCH_SIZE));
}

/**
 * Records a change to one or more listings as one entry, so that bulk changes cannot fill the log. An
 * entry about several listings contains their IDs.
 */
export async function recordListingsAudit(
  transaction: Database,
  actor: AuditActor,
  {
    action,
    listings,
    changes = {},
    now,
  }: {
    action: 'listing.deleted' | 'listing.reassigned';
    listings: readonly { id: string; title: string }[];
    changes?: AuditChanges;
    now: Date;
  },
): Promise<void> {
  const [first, ...others] = listings;
  if (first === undefined) return;
  if (others.length === 0) {
    const entity = { kind: 'listing', id: first.id, title: first.title };
    await recordAudit(transaction, actor, { action, entity, changes, now });
    return;
  }
  const ids = listings.map(({ id }) => id);
  await recordAudit(transaction, actor, {
    action,
    entity: { kind: 'listing', id: null, title: countOf(ids.length, 'listing') },
    changes: { ...changes, listings: [ids, action === 'listing.deleted' ? null : ids] },
    now,
  });
}

/** Truncates long text because the log shows what changed but is not a backup. */
function truncateValues(changes: AuditChanges): AuditChanges {
  const truncate = (value: unknown) =>
    typeof value === 'string' && value.length > MAX_VALUE_LENGTH
      ? // A lone surrogate cannot be stored.
        `${value.slice(0, MAX_VALUE_LENGTH).replace(/[\uD800-\uDBFF]$/, '')}…`
      : value;
  return Object.fromEntries(
    Object.entries(changes).map(([field, [before, after]]) => [
      field,
      [truncate(before), truncate(after)],
    ]),
  );
}

export type AuditService = ReturnType<typeof createAuditService>;

export function createAuditService({ db }: { db: Database }) {
  return {
    /** Returns one page of the matching entries, newest first, and their total count. */
    async list(query: AuditQuery): Promise<{ entries: AuditEntry[]; total: number }> {
      const { rows, total } = await findEntries(db, query, toSlice(query));
      return { entries: rows.map(toAuditEntry), total };
    },

    /** Yields all matching entries as CSV, newest first. */
    async *export(filter: AuditFilter): AsyncGenerator<string, void> {
      yield AUDIT_CSV_HEADER;
      let last: AuditRow | undefined;
      for (;;) {
        const rows = await findEntriesAfter(db, filter, last, EXPORT_BATCH_SIZE);
        yield rows.map((row) => toAuditLine(toAuditEntry(row))).join('');
        if (rows.length < EXPORT_BATCH_SIZE) return;
        last = rows.at(-1);
      }
    },
  };
}
