import {
  CartesianGrid,
  Line,
  LineChart,
  Tooltip,
  XAxis,
  YAxis,
  type TooltipContentProps,
} from 'recharts';
import { newListingsText, type Day } from './chart-data.ts';
import { chartHeightClass } from './chart-layout.ts';
import { ChartTooltip } from './chart-tooltip.tsx';
import { Panel } from '../panel.tsx';

const TICK = { fill: 'var(--color-ink-faint)', fontSize: 13 } as const;

function renderDay({ active, payload }: Pick<TooltipContentProps, 'active' | 'payload'>) {
  const day = payload[0]?.payload as Day | undefined;
  if (!active || day === undefined) return null;
  return <ChartTooltip title={day.long} text={newListingsText(day.count)} />;
}

/** Published listings created on each of seven days (docs/product/dashboard.md, Admin overview). */
export function NewListingsChart({ days }: { days: readonly Day[] }) {
  return (
    <Panel title="New Listings (Last 7 Days)">
      <LineChart
        responsive
        data={[...days]}
        margin={{ top: 16, right: 28, bottom: 8, left: 4 }}
        className={`${chartHeightClass} mt-2 mb-3 w-full`}
        title="New listings by day. Use the arrow keys to move between days."
      >
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis
          dataKey="short"
          tick={TICK}
          tickLine={false}
          tickMargin={10}
          axisLine={{ stroke: 'var(--color-line)' }}
          interval={0}
          padding={{ left: 16, right: 8 }}
        />
        <YAxis
          width={44}
          allowDecimals={false}
          domain={[0, (max: number) => Math.max(4, max)]}
          tick={TICK}
          tickLine={false}
          axisLine={false}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: 'var(--color-line-strong)', strokeDasharray: '3 3' }}
          content={renderDay}
        />
        <Line
          dataKey="count"
          isAnimationActive={false}
          stroke="var(--color-brand)"
          strokeWidth={2}
          dot={{ r: 3, fill: 'var(--color-surface)', stroke: 'var(--color-brand)', strokeWidth: 2 }}
          activeDot={{ r: 5, fill: 'var(--color-brand)', stroke: 'var(--color-surface)' }}
        />
      </LineChart>
      <table className="sr-only">
        <caption>New listings in the last 7 days</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">New listings</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ long, count }) => (
            <tr key={long}>
              <th scope="row">{long}</th>
              <td>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
