import List from 'lucide-react/icons/list';
import MapIcon from 'lucide-react/icons/map';
import type { ReactNode } from 'react';
import { Link } from '../../../../ui/actions/link.tsx';
import { cx } from '../../../../ui/class-names.ts';
import { searchHref, type SearchState } from '../query/listing-url.ts';
import { loadSearchMap } from './lazy-search-map.tsx';

/** The switch between list and map. Keeps all filters, even those of the map. */
export function ViewSwitch({ search: { scope, filters } }: { search: SearchState }) {
  const preload = () => void loadSearchMap().catch(() => undefined);
  const isMap = filters.view === 'map';
  return (
    <nav
      aria-label="View"
      className="inline-flex shrink-0 rounded-full border border-line-strong p-0.5"
    >
      <Choice href={searchHref(scope, { ...filters, view: '' })} isCurrent={!isMap}>
        <List aria-hidden="true" className="size-4" />
        List
      </Choice>
      <div onPointerEnter={preload} onFocus={preload} role="presentation">
        <Choice href={searchHref(scope, { ...filters, view: 'map' })} isCurrent={isMap}>
          <MapIcon aria-hidden="true" className="size-4" />
          Map
        </Choice>
      </div>
    </nav>
  );
}

interface ChoiceProps {
  href: string;
  isCurrent: boolean;
  children: ReactNode;
}

function Choice({ href, isCurrent, children }: ChoiceProps) {
  return (
    <Link
      href={href}
      keepScroll
      aria-current={isCurrent ? 'true' : undefined}
      className={cx(
        'touch-target inline-flex h-9 items-center gap-1.5 rounded-full px-3 text-sm font-semibold max-sm:aria-[current]:hidden',
        isCurrent ? 'bg-brand text-on-brand current-in-forced-colors' : 'text-ink hover:bg-sunken',
      )}
    >
      {children}
    </Link>
  );
}
