import X from 'lucide-react/icons/x';
import { useEffect, useRef } from 'react';
import { Link } from '../../../../ui/actions/link.tsx';
import { activeFilters } from '../query/active-filters.ts';
import { searchHref, type SearchState } from '../query/listing-url.ts';
import { withoutFilters } from '../query/property-filters.ts';

const chipClass =
  'inline-flex min-h-9 touch-target items-center gap-1.5 rounded-full border border-line-strong bg-surface px-3.5 text-sm transition-colors hover:border-ink hover:bg-sunken';

export interface FilterChipsProps {
  search: SearchState;
  /** Called when the last chip is removed, to move focus. */
  onEmptied: () => void;
}

/** The active filters, each a link to the search without it. Renders nothing if there are none. */
export function FilterChips({ search, onEmptied }: FilterChipsProps) {
  const { scope, filters } = search;
  const list = useRef<HTMLUListElement>(null);
  const wasRemoved = useRef(false);
  const active = activeFilters(filters);

  // If the focused chip was removed, focus moves to the first of the others.
  useEffect(() => {
    if (!wasRemoved.current || document.activeElement !== document.body) return;
    wasRemoved.current = false;
    const next = list.current?.querySelector('a');
    if (next) next.focus();
    else onEmptied();
  });

  if (active.length === 0) return null;
  const onRemove = () => {
    wasRemoved.current = true;
  };
  return (
    <ul ref={list} aria-label="Active filters" className="flex flex-wrap gap-2">
      {active.map(({ id, label, without }) => (
        <li key={id} className="min-w-0">
          <Link
            href={searchHref(scope, without)}
            keepScroll
            onClick={onRemove}
            className={`${chipClass} max-w-full`}
          >
            <span className="sr-only">Remove filter </span>
            <span className="figures truncate">{label}</span>
            <X aria-hidden="true" className="size-3.5 shrink-0 text-ink-faint" />
          </Link>
        </li>
      ))}
      {active.length > 1 && (
        <li>
          <Link
            href={searchHref(scope, withoutFilters(filters))}
            keepScroll
            onClick={onRemove}
            className="touch-target inline-flex min-h-9 items-center px-2 text-sm font-semibold text-brand underline-offset-4 hover:underline"
          >
            Clear all
          </Link>
        </li>
      )}
    </ul>
  );
}
