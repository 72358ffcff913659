/** Exports the audit log as CSV (RFC 4180). */

import type { AuditEntry } from '#shared/schemas/audit.ts';
import { type CsvColumn, csvHeader, csvRow } from '../../http/files/csv.ts';

const COLUMNS: readonly CsvColumn<AuditEntry>[] = [
  ['Time', ({ at }) => at],
  ['Actor', ({ actor }) => actor.name],
  ['Actor ID', ({ actor }) => actor._id],
  ['Action', ({ action }) => action],
  ['Kind', ({ entity }) => entity.kind],
  ['ID', ({ entity }) => entity._id],
  ['Title', ({ entity }) => entity.title],
  ['Changes', ({ changes }) => JSON.stringify(changes)],
  ['Place', ({ place }) => place],
];

export const AUDIT_CSV_HEADER = csvHeader(COLUMNS);

export const toAuditLine = (entry: AuditEntry): string => csvRow(COLUMNS, entry);
