import { formatNumber } from '#shared/format/numbers.ts';
import type { ImportRow } from '#shared/schemas/brokerage/import.ts';
import { type Column, DataTable } from '../../../ui/tables/data-table.tsx';

const columnsOf = (positionName: 'Line' | 'Row'): readonly Column<ImportRow>[] => [
  {
    id: 'line',
    header: positionName,
    onCard: 'header',
    cell: ({ line }) => <span className="figures">{formatNumber(line)}</span>,
  },
  {
    id: 'key',
    header: 'ListingKey',
    cell: ({ key }) => <span className="[overflow-wrap:anywhere]">{key ?? '–'}</span>,
  },
  {
    id: 'reason',
    header: 'Reason',
    cell: ({ reason, notes }) => (
      <div className="[overflow-wrap:anywhere]">
        {reason !== null && <p>Skipped: {reason}</p>}
        {notes.map((note) => (
          <p key={note} className="text-ink-soft">
            {note}
          </p>
        ))}
      </div>
    ),
  },
];

/** Rows that were skipped or have a note. */
export function RowsTable({
  rows,
  stale,
  positionName,
}: {
  rows: readonly ImportRow[];
  stale: boolean;
  /** The name of a row's position: `Line` for imported files, `Row` for data sources. */
  positionName: 'Line' | 'Row';
}) {
  return (
    <DataTable
      caption="Skipped rows and notes"
      columns={columnsOf(positionName)}
      rows={rows}
      keyOf={({ line, key }) => `${line} ${key ?? ''}`}
      stale={stale}
    />
  );
}
