import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { formatShortDate } from '#shared/format/dates.ts';
import { formatPrice } from '#shared/format/money.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import { Button } from '../../../../ui/actions/button.tsx';
import { cx } from '../../../../ui/class-names.ts';
import { historyRows, type HistoryRow, pricePoints } from './history-rows.ts';
import { PriceChart } from './price-chart.tsx';
import { PageSection, SectionError, SectionSkeleton } from '../page-section.tsx';
import { historyQuery } from './history-query.ts';

/** Rows shown when collapsed. One or two more are not worth collapsing. */
const COLLAPSED_ROWS = 6;
/** The maximum number of rows in the document, for browsers without JavaScript. */
const MAX_DOCUMENT_ROWS = 20;

/**
 * The history of a home's price and status: a table, and a chart if there are at least two prices.
 */
export function PriceHistory({ property }: { property: Property }) {
  const history = useQuery(historyQuery(property._id));
  return (
    <PageSection title="Price history">
      {history.isError ? (
        <SectionError
          isRetrying={history.isFetching}
          onRetry={() => void history.refetch()}
          name="The price history"
        />
      ) : history.isPending ? (
        <SectionSkeleton />
      ) : (
        <>
          <Chart points={pricePoints(history.data, property)} />
          <HistoryTable rows={historyRows(history.data, property.status)} />
        </>
      )}
    </PageSection>
  );
}

function Chart({ points }: { points: ReturnType<typeof pricePoints> }) {
  return points.length === 0 ? null : <PriceChart points={points} />;
}

function HistoryTable({ rows }: { rows: readonly HistoryRow[] }) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const isLong = rows.length > COLLAPSED_ROWS + 2;
  return (
    <>
      <table id={id} className="figures w-full text-left">
        <caption className="sr-only">Price history, newest first</caption>
        <thead className="text-sm text-ink-soft">
          <tr className="border-b border-line">
            <th scope="col" className="py-2 pr-4 font-normal">
              Date
            </th>
            <th scope="col" className="py-2 pr-4 font-normal">
              Event
            </th>
            <th scope="col" className="py-2 text-right font-normal">
              Price
            </th>
          </tr>
        </thead>
        <tbody>
          {rows
            .slice(0, isOpen ? undefined : MAX_DOCUMENT_ROWS)
            .map(({ key, date, event, price, change, isCut }, index) => (
              <tr
                key={key}
                className={cx(
                  'border-b border-line align-top',
                  // Without JavaScript, these rows are shown.
                  isLong && !isOpen && index >= COLLAPSED_ROWS && 'in-data-js:hidden',
                )}
              >
                <td className="py-2.5 pr-4 text-ink-soft">
                  <time dateTime={date}>{formatShortDate(date)}</time>
                </td>
                <td className="py-2.5 pr-4">{event}</td>
                <td className="py-2.5 text-right font-semibold">
                  {formatPrice(price)}
                  {change !== null && (
                    <span
                      className={cx(
                        'block text-sm font-normal',
                        isCut ? 'text-clay' : 'text-ink-soft',
                      )}
                    >
                      {change}
                    </span>
                  )}
                </td>
              </tr>
            ))}
        </tbody>
      </table>
      {isLong && (
        <Button
          variant="secondary"
          size="sm"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          className="needs-js mt-4"
        >
          {isOpen ? 'Show less' : `Show all ${rows.length}`}
        </Button>
      )}
    </>
  );
}
