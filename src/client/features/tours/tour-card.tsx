import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatPrice } from '#shared/format/money.ts';
import { formatDay, formatTime, formatTimeZone } from '#shared/format/time-spans.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { Tour } from '#shared/schemas/tours/tour.ts';
import { Link } from '../../ui/actions/link.tsx';
import { Badge } from '../../ui/blocks/badge.tsx';
import { Card } from '../../ui/blocks/card.tsx';
import { isUpcoming, statusOf } from './tour-queries.ts';
import { TourActions } from './tour-actions.tsx';

/** A tour as its visitor sees it, with the visitor's actions. */
export function TourCard({
  tour,
  token,
  level = 2,
}: {
  tour: Tour;
  token?: string;
  level?: 2 | 3;
}) {
  const queryClient = useQueryClient();
  // Read only on mount. Precision is unnecessary because the server checks whether a tour has passed.
  const [now] = useState(() => Date.now());
  const { property, start, end, timeZone } = tour;
  const { label, tone } = statusOf(tour, now);
  const Heading = `h${level}` as const;
  const refresh = () =>
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => String(queryKey[0]).startsWith('GET /tours'),
    });
  return (
    <Card className="p-5">
      <article className="grid gap-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
          <Heading className="text-lg font-semibold">{formatDay(start, timeZone)}</Heading>
          <Badge tone={tone}>{label}</Badge>
        </div>
        <p className="figures">
          {formatTime(start, timeZone)} – {formatTime(end, timeZone)}{' '}
          {formatTimeZone(start, timeZone)}
        </p>
        <p className="mt-2 font-semibold [overflow-wrap:anywhere]">
          {property._id === null ? (
            property.title
          ) : (
            <Link
              href={pagePaths.property(property._id)}
              className="underline decoration-line-strong underline-offset-4 hover:decoration-current"
            >
              {property.title}
            </Link>
          )}
        </p>
        <p className="text-ink-soft [overflow-wrap:anywhere]">
          {formatPrice(property.price)} · {property.address}
        </p>
        <p className="text-sm text-ink-soft">With {tour.agent.name}</p>
        {isUpcoming(tour, now) && (
          <TourActions tour={tour} token={token} side="visitor" onChanged={refresh} />
        )}
      </article>
    </Card>
  );
}
