import { formatShortDate } from '#shared/format/dates.ts';
import { formatPrice } from '#shared/format/money.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import { chartText, type PricePoint } from './history-rows.ts';
import { scalePrices } from './price-chart-scale.ts';

/** The size of the view box. The drawing is stretched to fit, except for line widths and dots. */
const VIEW_BOX_SIZE = 1000;
/** With more prices than this, dots would hide the line. */
const MAX_DOTS = 24;

const toUnits = (fraction: number) => Math.round(fraction * VIEW_BOX_SIZE);

/** Formats a price as `$1,150,000`, or `$12.5M` if the full number does not fit. */
const axisText = (price: number) =>
  price < MIN_ABBREVIATED_PRICE ? formatPrice(price) : `$${formatNumber(price / 1e6)}M`;
const MIN_ABBREVIATED_PRICE = 1e7;

/** A step chart of a home's prices. */
export function PriceChart({ points }: { points: readonly PricePoint[] }) {
  const { spots, end, lines } = scalePrices(points);
  const [first, ...others] = spots;
  if (first === undefined) return null;
  const steps = others.map(({ x, y }) => `H${toUnits(x)}V${toUnits(y)}`).join('');
  const path = `M${toUnits(first.x)} ${toUnits(first.y)}${steps}H${toUnits(end.x)}`;
  // A zero-length line with round caps is a dot, no matter how the drawing is stretched.
  const dots = spots.map(({ x, y }) => `M${toUnits(x)} ${toUnits(y)}h0`).join('');
  const dates = [points[0], points.at(-1)].map(
    (point) => point && formatShortDate(new Date(point.time).toISOString()),
  );
  return (
    <div className="mb-6">
      <div className="flex h-48 gap-3 pt-3 sm:h-56">
        <ol
          aria-hidden="true"
          className="figures relative w-20 shrink-0 text-right text-sm text-ink-soft"
        >
          {lines.map(({ price, y }) => (
            <li
              key={price}
              className="absolute right-0 -translate-y-1/2"
              style={{ top: `${y * 100}%` }}
            >
              {axisText(price)}
            </li>
          ))}
        </ol>
        <svg
          role="img"
          aria-label={chartText(points)}
          viewBox={`0 0 ${VIEW_BOX_SIZE} ${VIEW_BOX_SIZE}`}
          preserveAspectRatio="none"
          className="h-full w-full min-w-0 overflow-visible"
          fill="none"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <path
            d={lines.map(({ y }) => `M0 ${toUnits(y)}H${VIEW_BOX_SIZE}`).join('')}
            className="stroke-line"
            strokeWidth="1"
            vectorEffect="non-scaling-stroke"
          />
          <path
            d={path}
            className="stroke-brand"
            strokeWidth="2.5"
            vectorEffect="non-scaling-stroke"
          />
          {spots.length <= MAX_DOTS && (
            <path
              d={dots}
              className="stroke-brand"
              strokeWidth="9"
              vectorEffect="non-scaling-stroke"
            />
          )}
        </svg>
      </div>
      <div aria-hidden="true" className="mt-3 flex justify-between pl-23 text-sm text-ink-soft">
        {dates.map((date, index) => (
          <span key={index}>{date}</span>
        ))}
      </div>
    </div>
  );
}
