/**
 * Exports listings as a CSV table that can be imported without changes (docs/product/import.md,
 * Export).
 */

import type { Database } from '../../database/database.ts';
import { unprotectedCsvLine } from '../../http/files/csv.ts';
import { PRIVATE_PROPERTY_FIELDS, toCell } from '../import/reso/reso-serializer.ts';
import { findListingsAfter, picturePaths } from './export-repository.ts';

/** The number of listings read at a time, with at most a megabyte of descriptions. */
const BATCH_SIZE = 50;
const FIELDS = Object.entries(PRIVATE_PROPERTY_FIELDS);

export function createExportService(options: { db: Database; publicUrl: () => string }) {
  const { db, publicUrl } = options;
  return {
    /**
     * Yields the table in chunks: a header, then published listings by identifier.
     *
     * @param agentId the agent whose listings to export; null for all
     */
    async *exportTable(agentId: string | null): AsyncGenerator<string, void> {
      yield unprotectedCsvLine([...FIELDS.map(([name]) => name), 'Media']);
      let after = '0';
      for (;;) {
        const rows = await findListingsAfter(db, agentId, after, BATCH_SIZE);
        yield rows
          .map((row) =>
            unprotectedCsvLine([
              ...FIELDS.map(([name, field]) => toCell(field, row[name])),
              picturePaths(row)
                .map((path) => publicUrl() + path)
                .join('|'),
            ]),
          )
          .join('');
        if (rows.length < BATCH_SIZE) return;
        after = rows.at(-1)?.id ?? after;
      }
    },
  };
}
