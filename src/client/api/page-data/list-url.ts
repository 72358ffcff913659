/**
 * The URLs of lists, with search, filters, and page (docs/product/dashboard.md, Lists).
 */

import { useLocation, useNavigate, useNavigation } from 'react-router';
import { DEFAULT_PAGE_SIZE, MAX_REACHABLE_ENTRIES } from '#shared/limits.ts';
import { toSearchTerm } from '#shared/search-term.ts';

/** Reads the page number of a URL, from 1; 1 for any invalid value. */
export function readPage(search: URLSearchParams): number {
  const text = search.get('page') ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}

/** Reads the search term of a URL, normalized as on the server. */
export function readSearchTerm(search: URLSearchParams): string {
  return toSearchTerm(search.get('searchTerm') ?? '');
}

/** Reads a choice from a URL; '' for any other value. */
export function readChoice<T extends string>(
  search: URLSearchParams,
  name: string,
  choices: readonly T[],
): T | '' {
  return choices.find((choice) => choice === search.get(name)) ?? '';
}

/** Returns the number of pages that can be opened (docs/product/api.md, Lists); at least one. */
export function countPages(totalCount: number): number {
  return Math.max(1, Math.ceil(Math.min(totalCount, MAX_REACHABLE_ENTRIES) / DEFAULT_PAGE_SIZE));
}

/** Returns whether the user is navigating to another path. */
export function useIsLeaving(): boolean {
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  return next !== undefined && next.pathname !== pathname;
}

/**
 * Returns a function that navigates to another search of the same list without remounting it.
 * Consecutive typing replaces one history entry. Every filter adds one.
 */
export function useListNavigation(): (href: string, options?: { typed: boolean }) => void {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const isLeaving = useIsLeaving();
  return (href, { typed } = { typed: false }) => {
    // The user followed a link before the typing debounce ended. The link takes precedence.
    if (typed && isLeaving) return;
    void navigate(href, {
      preventScrollReset: true,
      replace: typed && isTyped(state),
      state: typed ? TYPED : null,
    });
  };
}

const TYPED = { typed: true } as const;

function isTyped(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'typed' in state;
}
