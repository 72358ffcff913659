import { Card } from '../../../ui/card.tsx';
import { cx } from '../../../ui/class-names.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { chartGridClass, chartHeightClass } from './chart-layout.ts';

/** The shape of the two charts, while their numbers or their scripts are on the way. */
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

/** The shape of the two lists. */
export function ListsSkeleton() {
  return (
    <div className="grid gap-4 md:grid-cols-2 lg:gap-5">
      {Array.from({ length: 2 }, (_, list) => (
        <Card key={list} className="px-5 pt-5 pb-4">
          <Skeleton className="mb-3 h-4 w-32" />
          {Array.from({ length: 5 }, (_, index) => (
            <div key={index} className="flex h-15 items-center gap-3">
              {list === 1 && <Skeleton className="size-9 rounded-full!" />}
              <div className="flex-1 space-y-2">
                <Skeleton className="h-3.5 w-3/5" />
                <Skeleton className="h-3 w-2/5" />
              </div>
            </div>
          ))}
        </Card>
      ))}
    </div>
  );
}
