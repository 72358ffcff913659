import { countOf, formatNumber } from '#shared/format/numbers.ts';
import type { OwnProperty } from '#shared/schemas/properties/property-figures.ts';
import { type Column, narrowTableClass } from '../../../ui/tables/data-table.tsx';

/** A listing; the user's own listings have figures. */
type WithFigures = { _id: string } & Partial<Pick<OwnProperty, 'figures'>>;

const numberCell = (name: 'views' | 'saves' | 'inquiries') => (row: WithFigures) => (
  <span className="figures">{formatNumber(row.figures?.[name] ?? 0)}</span>
);

/** The figures of the user's own listings (docs/product/figures.md, Figures of a listing). */
export const FIGURE_COLUMNS: readonly Column<WithFigures>[] = [
  {
    id: 'views',
    header: 'Views (30 days)',
    only: 'wide',
    sort: { ascending: 'views_asc', descending: 'views_desc', first: 'descending' },
    cell: numberCell('views'),
  },
  {
    id: 'saves',
    header: 'Saves',
    only: 'wide',
    sort: { ascending: 'saves_asc', descending: 'saves_desc', first: 'descending' },
    cell: numberCell('saves'),
  },
  { id: 'inquiries', header: 'Inquiries', only: 'widest', cell: numberCell('inquiries') },
];

/** The figures whose columns a narrow table omits. */
export function FigureLine({ figures }: { figures: OwnProperty['figures'] | undefined }) {
  if (figures === undefined) return null;
  const { views, saves, inquiries } = figures;
  return (
    <p className="text-sm text-ink-soft figures @6xl:hidden">
      <span className={narrowTableClass}>
        {countOf(views, 'view')} in 30 days · {countOf(saves, 'save')} ·{' '}
      </span>
      {countOf(inquiries, 'inquiry', 'inquiries')}
    </p>
  );
}
