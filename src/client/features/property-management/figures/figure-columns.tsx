import { formatNumber } from '#shared/format/numbers.ts';
import type { OwnProperty } from '#shared/schemas/properties/property-figures.ts';
import type { Column } from '../../../ui/tables/data-table.tsx';

/** A listing; the user's own listings have figures. */
type WithFigures = { _id: string } & Partial<Pick<OwnProperty, 'figures'>>;

const numberCell = (name: 'views' | 'saves') => (row: WithFigures) => (
  <span className="figures">{formatNumber(row.figures?.[name] ?? 0)}</span>
);

/** The figures of the user's own listings (docs/product/figures.md, Figures of a listing). */
export const FIGURE_COLUMNS: readonly Column<WithFigures>[] = [
  {
    id: 'views',
    header: 'Views (30 days)',
    sort: { ascending: 'views_asc', descending: 'views_desc', first: 'descending' },
    cell: numberCell('views'),
  },
  {
    id: 'saves',
    header: 'Saves',
    sort: { ascending: 'saves_asc', descending: 'saves_desc', first: 'descending' },
    cell: numberCell('saves'),
  },
];
