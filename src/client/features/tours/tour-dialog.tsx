import CircleCheck from 'lucide-react/icons/circle-check';
import { useLayoutEffect, useRef, useState } from 'react';
import { dayOf } from '#shared/format/day-of.ts';
import { formatAppointment } from '#shared/format/time-spans.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import { useSession } from '../../session/session-context.tsx';
import { LinkButton } from '../../ui/actions/link-button.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { LoadError } from '../../ui/notices/load-error.tsx';
import { DialogOrSheet } from '../../ui/overlays/dialog-or-sheet.tsx';
import { Skeleton } from '../../ui/waiting/skeleton.tsx';
import { SlotPicker } from './slot-picker.tsx';
import { type BookedTour, TourForm } from './tour-form.tsx';
import { useFreeSlots } from './use-free-slots.ts';

/** The selected day and time; null for the first available. */
type Choice = { day: string | null; start: string | null };
const NO_CHOICE: Choice = { day: null, start: null };

/**
 * Books or requests a tour: day, time, and contact details. The first available time of a day is
 * preselected. Input survives closing the dialog and rotating the phone.
 */
export function TourDialog(props: {
  property: Property;
  title: string;
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const { property, title, isOpen, onOpenChange } = props;
  const [booked, setBooked] = useState<BookedTour | null>(null);
  const [choice, setChoice] = useState(NO_CHOICE);
  return (
    <DialogOrSheet
      open={isOpen}
      onOpenChange={(open) => {
        onOpenChange(open);
        if (!open) setBooked(null);
      }}
      title={title}
      description={property.title}
    >
      {booked === null ? (
        <BookingForm
          property={property}
          title={title}
          choice={choice}
          onChoice={setChoice}
          onBooked={(tour) => {
            setBooked(tour);
            setChoice(NO_CHOICE);
          }}
        />
      ) : (
        <BookingConfirmation tour={booked} />
      )}
    </DialogOrSheet>
  );
}

function BookingForm(props: {
  property: Property;
  title: string;
  choice: Choice;
  onChoice: (choice: Choice) => void;
  onBooked: (tour: BookedTour) => void;
}) {
  const { property, title, choice, onChoice, onBooked } = props;
  const { day, start } = choice;
  const freeSlots = useFreeSlots(property._id);
  // Times are in the visitor's time zone. The email uses the agent's.
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  if (freeSlots.isError) {
    return (
      <LoadError
        title="We couldn’t load the available times"
        isRetrying={freeSlots.isFetching}
        onRetry={freeSlots.refetch}
      >
        Please try again in a moment.
      </LoadError>
    );
  }
  const { slots } = freeSlots;
  if (slots === undefined) return <PickerSkeleton />;
  const [first] = slots;
  if (first === undefined) {
    return (
      <EmptyState title="No times available" level={3}>
        <p>Everything’s booked for the next few days. Message the agent or check back tomorrow.</p>
      </EmptyState>
    );
  }
  const days = new Set(slots.map((slot) => dayOf(slot.start, timeZone)));
  const shownDay = day !== null && days.has(day) ? day : dayOf(first.start, timeZone);
  const chosen =
    slots.find((slot) => slot.start === start) ??
    slots.find((slot) => dayOf(slot.start, timeZone) === shownDay) ??
    first;
  return (
    <div className="grid grid-cols-1 gap-6">
      <SlotPicker
        slots={slots}
        endRef={freeSlots.endRef}
        timeZone={timeZone}
        day={shownDay}
        onDayChange={(next) => onChoice({ day: next, start: null })}
        start={chosen.start}
        onStartChange={(next) => onChoice({ day: shownDay, start: next })}
      />
      <p className="text-sm text-ink-soft" aria-live="polite">
        {formatAppointment(chosen.start, chosen.end, timeZone)}
      </p>
      <TourForm
        propertyId={property._id}
        slot={chosen}
        timeZone={timeZone}
        label={title}
        onBooked={onBooked}
        onUnavailable={() => {
          onChoice({ day, start: null });
          freeSlots.refetch();
        }}
      />
    </div>
  );
}

function BookingConfirmation({ tour }: { tour: BookedTour }) {
  const session = useSession();
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had focus was replaced. A layout effect runs before the dialog takes focus in
  // the next frame.
  useLayoutEffect(() => heading.current?.focus(), []);
  const href =
    session.status === 'signed-in'
      ? pagePaths.tours()
      : pagePaths.tour({ id: tour.id, token: tour.token });
  return (
    <div className="appear">
      <CircleCheck aria-hidden="true" className="size-9 text-brand" strokeWidth={1.5} />
      <h3 ref={heading} tabIndex={-1} className="display mt-4 text-xl outline-none">
        {tour.status === 'booked' ? 'Tour booked' : 'Tour requested'}
      </h3>
      <p className="mt-2">{tour.when}</p>
      <p className="mt-2 text-ink-soft">
        {tour.status === 'booked'
          ? 'We emailed you a calendar invite.'
          : 'The agent will confirm. We’ll email you either way.'}
      </p>
      <LinkButton href={href} variant="secondary" size="sm" className="mt-6">
        View tour details
      </LinkButton>
    </div>
  );
}

function PickerSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-4">
      <p className="sr-only">Loading...</p>
      <div className="flex gap-2">
        {[1, 2, 3, 4, 5].map((key) => (
          <Skeleton key={key} className="h-24 w-18" />
        ))}
      </div>
      <div className="grid grid-cols-4 gap-2">
        {[1, 2, 3, 4, 5, 6, 7, 8].map((key) => (
          <Skeleton key={key} className="h-11" />
        ))}
      </div>
    </div>
  );
}
