import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import type { TourHours } from '#shared/schemas/tours/tour.ts';
import { MAX_TOUR_PERIODS_PER_DAY } from '#shared/tour-limits.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Input } from '../../../ui/fields/input.tsx';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

type Weekly = TourHours['weekly'];

/** The hours when tours can take place, for each day of the week. */
export function WeeklyFields(props: { weekly: Weekly; onChange: (weekly: Weekly) => void }) {
  const { weekly, onChange } = props;
  const replace = (index: number, changes: Partial<Weekly[number]>) =>
    onChange(
      weekly.map((hours, position) => (position === index ? { ...hours, ...changes } : hours)),
    );
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-semibold">Weekly hours</legend>
      <ul className="divide-y divide-line rounded-md border border-line bg-surface">
        {DAYS.map((name, dayIndex) => {
          const day = dayIndex + 1;
          const periods = weekly.flatMap((hours, index) =>
            hours.day === day ? [{ hours, index }] : [],
          );
          return (
            <li
              key={name}
              className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-2 p-3 sm:grid-cols-[6rem_1fr_auto]"
            >
              <span className="pt-2.5 font-semibold">{name}</span>
              <div className="grid min-w-0 gap-2 max-sm:order-last max-sm:col-span-2">
                {periods.length === 0 && <p className="pt-2.5 text-ink-faint">No tours</p>}
                {periods.map(({ hours, index }) => (
                  <div
                    key={index}
                    className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)_auto] items-center gap-2"
                  >
                    <Input
                      type="time"
                      aria-label={`${name} from`}
                      value={hours.from}
                      onChange={(event) => replace(index, { from: event.target.value })}
                      className="figures min-w-0 max-sm:px-2"
                    />
                    <span aria-hidden="true">–</span>
                    <Input
                      type="time"
                      aria-label={`${name} to`}
                      value={hours.to}
                      onChange={(event) => replace(index, { to: event.target.value })}
                      className="figures min-w-0 max-sm:px-2"
                    />
                    <IconButton
                      label={`Remove ${name} ${hours.from} to ${hours.to}`}
                      icon={<X aria-hidden="true" className="size-4" />}
                      onClick={() => onChange(weekly.filter((_, position) => position !== index))}
                    />
                  </div>
                ))}
              </div>
              {periods.length < MAX_TOUR_PERIODS_PER_DAY && (
                <Button
                  variant="quiet"
                  size="sm"
                  aria-label={`Add hours on ${name}`}
                  className="self-start"
                  onClick={() => onChange([...weekly, { day, from: '09:00', to: '17:00' }])}
                >
                  <Plus aria-hidden="true" className="size-4" />
                  Add
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
