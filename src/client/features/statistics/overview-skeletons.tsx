import { Card } from '../../ui/blocks/card.tsx';
import { cx } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/waiting/skeleton.tsx';
import { chartGridClass, chartHeightClass } from './charts/chart-layout.ts';

/** The skeleton of the two charts, shown while their data or script loads. */
export function ChartsSkeleton() {
  return (
    <div className={chartGridClass}>
      {Array.from({ length: 2 }, (_, index) => (
        <Card key={index} className="px-5 pt-5 pb-5">
          <Skeleton className="h-4 w-48 max-w-full" />
          <Skeleton className={cx(chartHeightClass, 'mt-4')} />
        </Card>
      ))}
    </div>
  );
}
