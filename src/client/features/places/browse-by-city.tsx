import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '#shared/format/numbers.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { Link } from '../../ui/actions/link.tsx';
import { largestPlacesQuery } from './largest-places.tsx';

/** Links to the cities with the most homes, with counts for sale and for rent. */
export function BrowseByCity() {
  const { data: places = [] } = useQuery({ ...largestPlacesQuery, enabled: false });
  if (places.length === 0) return null;
  return (
    <nav aria-label="Browse by city" className="mt-12">
      <h3 className="display text-xl">Browse by city</h3>
      <ul className="mt-5 grid grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] gap-x-6">
        {places.map(({ label, slugs, forSale, forRent }) => (
          <li key={label} className="figures border-t border-line py-3 text-sm">
            <span className="block text-base font-semibold [overflow-wrap:anywhere]">{label}</span>
            {[
              { status: 'For Sale', count: forSale } as const,
              { status: 'For Rent', count: forRent } as const,
            ].map(
              ({ status, count }) =>
                count > 0 && (
                  <Link
                    key={status}
                    href={pagePaths.place(status, slugs)}
                    className="footer-link mr-5 inline-block"
                  >
                    {/* A single text node because Chromium omits a separate space in accessible names. */}
                    {`${formatNumber(count)} ${status.toLowerCase()}`}
                    <span className="sr-only"> in {label}</span>
                  </Link>
                ),
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
