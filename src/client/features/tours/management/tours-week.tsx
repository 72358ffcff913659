import { useQuery } from '@tanstack/react-query';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState } from 'react';
import { dayOf } from '#shared/format/day-of.ts';
import { formatTime } from '#shared/format/time-spans.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { Tour } from '#shared/schemas/tours/tour.ts';
import { apiQuery } from '../../../api/api-queries.ts';
import type { Scope } from '../../../session/scope-switch.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { LinkButton } from '../../../ui/actions/link-button.tsx';
import { Badge } from '../../../ui/blocks/badge.tsx';
import { cx } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/notices/empty-state.tsx';
import { LoadError } from '../../../ui/notices/load-error.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { agentToursQuery, statusOf } from '../tour-queries.ts';
import { TourDetails } from './tour-details.tsx';
import { addDays, dayInWeek, dayLabel, today, weekOf } from './week.ts';

interface ToursWeekProps {
  /** A day in the week to show; undefined for the current week. */
  week: string | undefined;
  scope: Scope;
  /** Opens the Hours tab; called by a button shown while visitors can't book tours. */
  onSetHours: () => void;
}

/** A week of tours: seven columns on wide screens, a list of days on narrow ones. */
export function ToursWeek({ week, scope, onSetHours }: ToursWeekProps) {
  const days = weekOf(week);
  const monday = days.at(0) ?? '';
  const sunday = days.at(-1) ?? '';
  const tours = useQuery(agentToursQuery(monday, sunday, scope));
  const items = tours.data;
  const isEmpty = items?.length === 0;
  const hours = useQuery({
    ...apiQuery('GET /tour-hours', {}),
    enabled: isEmpty && scope === 'own',
  });
  const areToursOff = scope === 'own' && hours.data?.isEnabled === false;
  const hrefOf = (day?: string) =>
    pagePaths.toursDashboard({ week: day, scope: scope === 'office' ? scope : undefined });
  const [openId, setOpenId] = useState<string | null>(null);
  const openTour = items?.find(({ _id }) => _id === openId);
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h2 className="figures text-lg font-semibold">
          {dayLabel(monday)} – {dayLabel(sunday)}
        </h2>
        <nav aria-label="Weeks" className="flex gap-2">
          <WeekLink href={hrefOf(addDays(monday, -7))} label="Previous week" Icon={ChevronLeft} />
          <LinkButton href={hrefOf()} variant="secondary" size="sm">
            This week
          </LinkButton>
          <WeekLink href={hrefOf(addDays(monday, 7))} label="Next week" Icon={ChevronRight} />
        </nav>
      </div>
      {items === undefined && tours.isError && (
        <LoadError
          title={
            scope === 'own' ? 'We couldn’t load your tours' : 'We couldn’t load your office’s tours'
          }
          isRetrying={tours.isFetching}
          onRetry={() => void tours.refetch()}
        >
          Please try again in a moment.
        </LoadError>
      )}
      {items === undefined && !tours.isError && (
        <div aria-busy="true">
          <p className="sr-only">Loading...</p>
          <Skeleton className="h-64 rounded-md" />
        </div>
      )}
      {isEmpty && (
        <EmptyState
          title="No tours this week"
          level={3}
          actions={
            areToursOff ? (
              <Button type="button" onClick={onSetHours}>
                Set your hours
              </Button>
            ) : undefined
          }
        >
          <p>
            {areToursOff
              ? 'Visitors can’t book tours with you yet.'
              : scope === 'own'
                ? 'Buyers can book your open times from your listings.'
                : 'No one has booked a tour with your office’s agents.'}
          </p>
        </EmptyState>
      )}
      {items !== undefined && items.length > 0 && (
        <div className="grid gap-4 lg:grid-cols-7 lg:gap-2">
          {days.map((day) => (
            <Day
              key={day}
              day={day}
              tours={items.filter(
                (tour) => dayInWeek(dayOf(tour.start, tour.timeZone), days) === day,
              )}
              isOffice={scope === 'office'}
              onOpen={setOpenId}
            />
          ))}
        </div>
      )}
      <TourDetails
        tour={openTour}
        showsAgent={scope === 'office'}
        onClose={() => setOpenId(null)}
      />
    </>
  );
}

function WeekLink(props: { href: string; label: string; Icon: typeof ChevronLeft }) {
  const { href, label, Icon } = props;
  return (
    <LinkButton href={href} variant="secondary" size="sm" aria-label={label}>
      <Icon aria-hidden="true" className="size-4" />
    </LinkButton>
  );
}

function Day(props: {
  day: string;
  tours: readonly Tour[];
  isOffice: boolean;
  onOpen: (id: string) => void;
}) {
  const { day, tours, isOffice, onOpen } = props;
  const [now] = useState(() => Date.now());
  const isToday = day === today();
  return (
    <section
      className={cx(
        'min-w-0 rounded-md border border-line p-3 lg:min-h-56',
        isToday ? 'bg-brand-wash' : 'bg-surface',
        tours.length === 0 && 'max-lg:hidden',
      )}
    >
      <h3 className={cx('figures mb-2 text-sm font-semibold', isToday && 'text-brand')}>
        {dayLabel(day)}
        {isToday && <span className="sr-only"> (today)</span>}
      </h3>
      <ul className="grid gap-2">
        {tours.map((tour) => {
          const { label, tone } = statusOf(tour, now);
          const isInactive = tour.status === 'declined' || tour.status === 'canceled';
          return (
            <li key={tour._id}>
              <button
                type="button"
                onClick={() => onOpen(tour._id)}
                aria-haspopup="dialog"
                className="grid w-full gap-x-3 gap-y-1 rounded-sm border border-line bg-paper p-2.5 text-left transition-colors hover:border-ink max-lg:grid-cols-[4.75rem_minmax(0,1fr)_auto] max-[24rem]:grid-cols-[minmax(0,1fr)_auto]"
              >
                <span
                  className={cx(
                    'figures font-semibold whitespace-nowrap',
                    isInactive && 'line-through',
                  )}
                >
                  {formatTime(tour.start, tour.timeZone)}
                </span>
                <span className="truncate text-sm max-[24rem]:col-span-full">{tour.name}</span>
                <span className="line-clamp-2 text-sm text-ink-soft max-lg:col-start-2 max-[24rem]:col-span-full">
                  {tour.property.title}
                  {isOffice && `, with ${tour.agent.name}`}
                </span>
                <span className="max-lg:col-start-3 max-lg:row-span-2 max-lg:row-start-1 max-[24rem]:[grid-area:1/2]">
                  <Badge tone={tone}>{label}</Badge>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
