import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceLine,
  Tooltip,
  XAxis,
  YAxis,
  type TooltipContentProps,
} from 'recharts';
import type { FigureDay } from './figure-days.ts';

const TICK = { fill: 'var(--color-ink-faint)', fontSize: 13 } as const;

const medianText = ({ similar }: FigureDay) => (similar === null ? 'Too few' : String(similar));

function renderDay({ active, payload }: Pick<TooltipContentProps, 'active' | 'payload'>) {
  const day = payload[0]?.payload as FigureDay | undefined;
  if (!active || day === undefined) return null;
  return (
    <output className="block rounded-sm border border-line bg-surface px-3 py-2 text-sm leading-snug text-ink shadow-pop">
      <span className="block text-ink-soft">{day.label}</span>
      <span className="block font-semibold figures">Views: {day.views}</span>
      {day.similar !== null && <span className="block figures">Similar homes: {day.similar}</span>}
      {day.price !== null && <span className="block figures">{day.price}</span>}
    </output>
  );
}

/** Views by day, with the median of similar homes and markers for price changes. */
export function FiguresChart({ days, hasSimilar }: { days: FigureDay[]; hasSimilar: boolean }) {
  return (
    <>
      <LineChart
        responsive
        data={days}
        margin={{ top: 16, right: 16, bottom: 8, left: 0 }}
        className="mt-4 h-60 w-full"
        title="Views by day. Use the arrow keys to move between days."
      >
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis
          dataKey="label"
          tick={TICK}
          tickLine={false}
          tickMargin={10}
          axisLine={{ stroke: 'var(--color-line)' }}
          minTickGap={32}
        />
        <YAxis
          width={40}
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
        {days.flatMap(({ label, price }) =>
          price === null
            ? []
            : [<ReferenceLine key={label} x={label} stroke="var(--color-clay)" strokeWidth={2} />],
        )}
        <Line
          dataKey="similar"
          isAnimationActive={false}
          stroke="var(--color-ink-faint)"
          strokeWidth={2}
          strokeDasharray="5 4"
          dot={false}
        />
        <Line
          dataKey="views"
          isAnimationActive={false}
          stroke="var(--color-brand)"
          strokeWidth={2}
          dot={days.length === 1}
        />
      </LineChart>
      <ul aria-hidden="true" className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-soft">
        <li>
          <span className="mr-2 inline-block w-5 border-t-2 border-brand align-middle" />
          This listing
        </li>
        {hasSimilar && (
          <li>
            <span className="mr-2 inline-block w-5 border-t-2 border-dashed border-ink-faint align-middle" />
            Median of similar homes
          </li>
        )}
        {days.some(({ price }) => price !== null) && (
          <li>
            <span className="mr-2 inline-block h-4 border-l-2 border-clay align-middle" />
            Price change
          </li>
        )}
      </ul>
      <table className="sr-only">
        <caption>Views by day</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Views</th>
            <th scope="col">Median of similar homes</th>
            <th scope="col">Price change</th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.label}>
              <th scope="row">{day.label}</th>
              <td>{day.views}</td>
              <td>{medianText(day)}</td>
              <td>{day.price ?? 'None'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
