/** Renders a page as the server does, with predefined responses, to test its states. */

import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import type { PublicSettings } from '#shared/site/page-request.ts';
import { DEFAULT_COST_RATES } from '#shared/monthly-cost.ts';
import type { ApiQuery } from '../../api/api-queries.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { createApiClient } from '../../api/api-client.ts';
import { networkError, type ApiErrorFields } from '../../api/api-error.ts';
import { addLoadedQueries, type LoadedQuery } from '../../api/page-data/loaded-state.ts';
import { ServerSectionsContext } from '../../features/properties/detail/lazy/lazy-sections.ts';
import { ALL_SECTIONS } from '../../features/properties/detail/lazy/all-sections.ts';
import { SessionContext } from '../../session/session-context.tsx';
import type { Session } from '../../session/session-store.ts';

export const TEST_SETTINGS: PublicSettings = {
  publicUrl: 'https://homes.example',
  mapTileUrl: 'https://tiles.example/{z}/{x}/{y}.png',
  costRates: DEFAULT_COST_RATES,
};

/**
 * Returns the `meta` arguments that our pages use.
 *
 * @returns typed `never`, which every page's `meta` accepts
 */
export function buildMetaArgs(page: {
  queries: LoadedQuery[];
  search?: string;
  params?: Record<string, string>;
}): never {
  return {
    matches: [{ id: 'root', loaderData: { publicSettings: TEST_SETTINGS } }],
    loaderData: { queries: page.queries },
    location: { search: page.search ?? '' },
    params: page.params ?? {},
  } as never;
}

/** Returns a query with data. */
export function loaded<T>({ queryKey }: ApiQuery<T>, data: T): LoadedQuery {
  return { queryKey, data };
}

/** Returns a query with an error. */
export function failed<T>(
  { queryKey }: ApiQuery<T>,
  fields: Partial<ApiErrorFields> = {},
): LoadedQuery {
  const error: ApiErrorFields = {
    status: 503,
    code: 'UNAVAILABLE',
    message: 'The database is unavailable.',
    fieldErrors: {},
    ...fields,
  };
  return { queryKey, error };
}

/** Options for rendering a page. */
export interface RenderOptions {
  /** The route's path, as in the route table. */
  path: string;
  /** The requested URL. */
  url: string;
  queries?: LoadedQuery[];
  /** Defaults to a visitor. */
  session?: Session;
}

/** Returns the page's HTML. A query with neither a response nor a failure is still loading. */
export function renderPage(
  element: ReactElement,
  { path, url, queries = [], session = { status: 'signed-out' } }: RenderOptions,
): string {
  const queryClient = createQueryClient(
    createApiClient({ fetch: () => Promise.reject(networkError()) }),
  );
  addLoadedQueries(queryClient, queries);
  const routes = [
    { id: 'root', path: '/', loader: () => null, children: [{ id: 'page', path, element }] },
  ];
  const router = createMemoryRouter(routes, {
    initialEntries: [url],
    hydrationData: { loaderData: { root: { publicSettings: TEST_SETTINGS } } },
  });
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <SessionContext value={{ ...session, ...NO_ACTIONS }}>
        <ServerSectionsContext value={ALL_SECTIONS}>
          <RouterProvider router={router} />
        </ServerSectionsContext>
      </SessionContext>
    </QueryClientProvider>,
  );
}

const noop = () => undefined;
const NO_ACTIONS = { signIn: noop, updateUser: noop, signOut: noop };

/** Returns the visible text: without tags and hidden form values, with entities decoded. */
export function textOf(html: string): string {
  return html
    .replace(/<(script|style|noscript)\b.*?<\/\1>/gs, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');
}
