import { useQuery } from '@tanstack/react-query';
import { pagePaths } from '#shared/page-paths.ts';
import { apiQuery } from '../../api/api-queries.ts';
import { Link } from '../../ui/actions/link.tsx';

/** The cities with the most homes. Loaded by the layout of public pages. */
export const largestPlacesQuery = apiQuery('GET /places/largest', {});

/**
 * Links to the cities with the most homes: to their homes for sale or for rent, whichever are more.
 * Renders nothing until the cities have loaded.
 */
export function LargestPlaces({ title, className }: { title: string; className?: string }) {
  // The layout loads the places. If that fails, only these links are missing.
  const { data: places = [] } = useQuery({ ...largestPlacesQuery, enabled: false });
  if (places.length === 0) return null;
  return (
    <nav aria-label={title} className={className}>
      <h2 className="text-sm font-semibold">{title}</h2>
      <ul className="mt-2.5 flex flex-wrap gap-x-5 gap-y-1">
        {places.map(({ label, slugs, status }) => (
          <li key={label} className="max-w-full">
            <Link href={pagePaths.place(status, slugs)} className="footer-link">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
