import type { AuditEntry } from '#shared/schemas/audit.ts';
import type { AuditRow } from './audit-repository.ts';

/** Converts an entry to its response format. */
export function toAuditEntry(row: AuditRow): AuditEntry {
  return {
    _id: row.id,
    at: row.at.toISOString(),
    actor: { _id: row.actor_id, name: row.actor_name },
    action: row.action,
    entity: { kind: row.entity_kind, _id: row.entity_id, title: row.entity_title },
    changes: Object.fromEntries(
      Object.entries(row.changes).map(([field, values]) => [field, [...values]]),
    ),
    place: row.place,
  };
}
