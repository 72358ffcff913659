import { useQuery } from '@tanstack/react-query';
import { formatDay, formatHours, formatTimeZone } from '#shared/format/time-spans.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import { LinkButton } from '../../../ui/actions/link-button.tsx';
import { openHousesQuery } from './open-house-queries.ts';

/** A home's open houses. Renders nothing if there are none. */
export function OpenHouses({ property }: { property: Property }) {
  const hasAny = property.nextOpenHouse !== null;
  const openHouses = useQuery({ ...openHousesQuery(property._id), enabled: hasAny });
  if (!hasAny || openHouses.data === undefined || openHouses.data.length === 0) return null;
  return (
    <section aria-labelledby="open-houses-heading" className="mt-10 print:hidden">
      <h2 id="open-houses-heading" className="display mb-4 text-xl">
        Open houses
      </h2>
      <ul className="divide-y divide-line rounded-md border border-line bg-surface">
        {openHouses.data.map(({ _id, start, end, timeZone, note }) => (
          <li key={_id} className="flex flex-wrap items-center justify-between gap-3 p-4">
            <div className="min-w-0">
              <p className="font-semibold">{formatDay(start, timeZone)}</p>
              <p className="figures">
                {formatHours(start, end, timeZone)} {formatTimeZone(start, timeZone)}
              </p>
              {note !== null && (
                <p className="mt-1 text-ink-soft [overflow-wrap:anywhere]">{note}</p>
              )}
            </div>
            <LinkButton
              href={pagePaths.openHouseCalendar(_id)}
              variant="secondary"
              size="sm"
              download
            >
              Add to calendar
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
