/** The URL of a list in the dashboard: it holds search, filters and page (docs/product/dashboard.md, Lists). */

import { useLocation, useNavigate, useNavigation } from 'react-router';
import { DEFAULT_PAGE_SIZE, MAX_REACHABLE_ENTRIES } from '#shared/limits.ts';
import { toSearchTerm } from '#shared/search-term.ts';

/** The page of a URL: a whole number from 1; anything else is the first. */
export function readPage(search: URLSearchParams): number {
  const text = search.get('page') ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}

/** The text that a URL searches for, as the server takes it. */
export function readSearchTerm(search: URLSearchParams): string {
  return toSearchTerm(search.get('searchTerm') ?? '');
}

/** One of several choices of a URL; '' where it has none of them. */
export function readChoice<T extends string>(
  search: URLSearchParams,
  name: string,
  choices: readonly T[],
): T | '' {
  return choices.find((choice) => choice === search.get(name)) ?? '';
}

/** How many pages of a list can be opened (docs/product/api.md, Lists); at least one. */
export function pageCountOf(totalCount: number): number {
  return Math.max(1, Math.ceil(Math.min(totalCount, MAX_REACHABLE_ENTRIES) / DEFAULT_PAGE_SIZE));
}

/** Whether a user is on the way to a page of another path. */
export function useIsLeaving(): boolean {
  const { pathname } = useLocation();
  const { location: coming } = useNavigation();
  return coming !== undefined && coming.pathname !== pathname;
}

/**
 * Goes to another search of the same list, which stays where it is. Words typed one after another are one step in
 * the history; every filter is a step of its own.
 */
export function useGoTo(): (href: string, how?: { typed: boolean }) => void {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const isLeaving = useIsLeaving();
  return (href, { typed } = { typed: false }) => {
    // A user typed and went on to a link before the keys had rested: the link counts.
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
