/** Listings as a table that the import reads without a difference (docs/product/import.md, Export). */

import type { Database } from '../../database/database.ts';
import { exactCsvLine } from '../../http/files/csv.ts';
import { PRIVATE_PROPERTY_FIELDS, toCell } from '../import/reso/reso-serializer.ts';
import { findListingsAfter, picturePaths } from './export-repository.ts';

/** Listings that are read at once. */
const ROWS_AT_ONCE = 500;
const FIELDS = Object.entries(PRIVATE_PROPERTY_FIELDS);

export function createExportService(options: { db: Database; publicUrl: () => string }) {
  const { db, publicUrl } = options;
  return {
    /**
     * The table in parts: a header, then published listings by identifier.
     *
     * @param agentId whose they are; null for everyone's
     */
    async *table(agentId: string | null): AsyncGenerator<string, void> {
      yield exactCsvLine([...FIELDS.map(([name]) => name), 'Media']);
      let after = '0';
      for (;;) {
        const rows = await findListingsAfter(db, agentId, after, ROWS_AT_ONCE);
        yield rows
          .map((row) =>
            exactCsvLine([
              ...FIELDS.map(([name, field]) => toCell(field, row[name])),
              picturePaths(row)
                .map((path) => publicUrl() + path)
                .join('|'),
            ]),
          )
          .join('');
        if (rows.length < ROWS_AT_ONCE) return;
        after = rows.at(-1)?.id ?? after;
      }
    },
  };
}
