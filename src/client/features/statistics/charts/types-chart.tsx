import { Pie, PieChart, Tooltip, type TooltipContentProps } from 'recharts';
import { formatNumber } from '#shared/format/numbers.ts';
import { shareText, type Share } from './chart-data.ts';
import { chartHeightClass } from './chart-layout.ts';
import { ChartTooltip } from './chart-tooltip.tsx';
import { Panel } from '../panel.tsx';

function renderShare({ active, payload }: Pick<TooltipContentProps, 'active' | 'payload'>) {
  const share = payload[0]?.payload as Share | undefined;
  if (!active || share === undefined) return null;
  return <ChartTooltip title={share.type} text={shareText(share)} />;
}

/** Listings by home type (docs/product/dashboard.md, Admin overview). */
export function TypesChart({ shares }: { shares: readonly Share[] }) {
  return (
    <Panel title="Properties by Type">
      {shares.length === 0 ? (
        <p className="px-5 pt-2 pb-5 text-ink-soft">No listings yet.</p>
      ) : (
        <div className="flex items-center justify-center gap-4 px-5 pb-3 sm:gap-10 lg:gap-4">
          <PieChart
            responsive
            className={`${chartHeightClass} mt-2 max-w-72 min-w-0 flex-1`}
            title="Properties by type. Use the arrow keys to move between types."
          >
            <Pie
              data={[...shares]}
              dataKey="count"
              nameKey="type"
              isAnimationActive={false}
              // The chart itself is the tab stop because the pie's own tab stop has no name.
              rootTabIndex={-1}
              startAngle={90}
              endAngle={-270}
              outerRadius="88%"
              stroke="var(--color-surface)"
              strokeWidth={2}
            />
            <Tooltip isAnimationActive={false} content={renderShare} />
          </PieChart>
          <ul aria-hidden="true" className="grid shrink-0 gap-3">
            {shares.map(({ type, count, percent, fill }) => (
              <li key={type} className="flex gap-2.5 leading-snug">
                <span
                  className="mt-1 size-3 shrink-0 rounded-[3px]"
                  style={{ backgroundColor: fill }}
                />
                <span>
                  <span className="block text-sm text-ink-soft">{type}</span>
                  <span className="block figures">
                    {formatNumber(count)} <span className="text-sm text-ink-faint">{percent}</span>
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <table className="sr-only">
        <caption>Properties by type</caption>
        <thead>
          <tr>
            <th scope="col">Type</th>
            <th scope="col">Properties</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {shares.map(({ type, count, percent }) => (
            <tr key={type}>
              <th scope="row">{type}</th>
              <td>{count}</td>
              <td>{percent}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
