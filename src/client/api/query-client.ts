/** TanStack Query on top of the API client: the key of a query says which endpoint it is. */

import { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from './api-client.ts';
import { isApiError, type ApiError } from './api-error.ts';
import type {
  Address,
  Input,
  Item,
  ListAddress,
  ListPage,
  Output,
  QueryAddress,
} from './api-types.ts';
import {
  type PropertySummary,
  type SimilarHome,
  summarize,
  summarizeSimilar,
} from './property-summary.ts';
import type { Property } from '#shared/schemas/properties/property.ts';

/**
 * How long a response is fresh: shown again without a request, in milliseconds; changes made here invalidate at once.
 */
const FRESH_MS = 30_000;
const RETRIES = 2;

type Mode = 'call' | 'list' | 'summaries' | 'similar';

/** `[address]` alone matches every query of an endpoint: `invalidateQueries({ queryKey: ['GET /properties'] })`. */
export type ApiQueryKey = readonly [address: Address, mode: Mode, input: unknown];

/** A query of an endpoint, for `useQuery` and for page loaders alike. */
export interface ApiQuery<T> {
  queryKey: ApiQueryKey;
  /** Never set: the type of the response, for the compiler. */
  readonly answer?: T;
}

/**
 * The query of an endpoint: `useApiQuery(apiQuery('GET /properties/:id', { params: { id } }))`.
 *
 * @param input as for `ApiClient.call`; two equal inputs are one query
 */
export function apiQuery<A extends QueryAddress>(address: A, input: Input<A>): ApiQuery<Output<A>> {
  return { queryKey: [address, 'call', input] };
}

/** The query of a list, whose data is one page with the whole count. */
export function listQuery<A extends ListAddress>(
  address: A,
  input: Input<A>,
): ApiQuery<ListPage<Item<A>>> {
  return { queryKey: [address, 'list', input] };
}

/** The query of a list of listings in short, for pages that show cards (api/property-summary.ts). */
export function summariesQuery(
  input: Input<'GET /properties'>,
): ApiQuery<ListPage<PropertySummary>> {
  return { queryKey: ['GET /properties', 'summaries', input] };
}

/** The query of the homes like another one, in short as well. */
export function similarQuery(id: string): ApiQuery<SimilarHome[]> {
  return { queryKey: ['GET /properties/:id/similar', 'similar', { params: { id } }] };
}

/** A query client whose queries go through `api`. One for the browser's life; on the server one per request. */
export function createQueryClient(api: ApiClient): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, signal, client }) => {
          const [address, mode, input] = queryKey as unknown as ApiQueryKey;
          // The key was built by apiQuery or listQuery, which checked that input and endpoint belong together.
          if (mode === 'summaries') {
            return loadSummaries(api, client, input as Input<'GET /properties'>, signal);
          }
          if (mode === 'similar') {
            return loadSimilar(api, client, input as { params: { id: string } }, signal);
          }
          return mode === 'list'
            ? api.list(address as ListAddress, input as Input<ListAddress>, signal)
            : api.call(address, input as Input<Address>, signal);
        },
        staleTime: FRESH_MS,
        // Without a network a request fails, as every other request does: a page says so and offers to try again.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) =>
          typeof window !== 'undefined' && failures < RETRIES && isWorthRetrying(error),
        // What the server could not load stays as the server showed it until a user asks again; otherwise the
        // first render in the browser would differ from the document.
        retryOnMount: ({ state: { error } }) => error === null || !shownByServer.has(error),
      },
      // Else a change made offline would wait in silence, and happen when nobody expects it any more.
      mutations: { networkMode: 'always' },
    },
  });
}

/** A list's response holds each listing whole: in the browser, one that is opened shows at once. */
async function loadSummaries(
  api: ApiClient,
  client: QueryClient,
  input: Input<'GET /properties'>,
  signal: AbortSignal,
): Promise<ListPage<PropertySummary>> {
  const page = await api.list('GET /properties', input, signal);
  rememberWhole(client, page.items);
  return { ...page, items: page.items.map(summarize) };
}

async function loadSimilar(
  api: ApiClient,
  client: QueryClient,
  input: { params: { id: string } },
  signal: AbortSignal,
): Promise<SimilarHome[]> {
  const homes = await api.call('GET /properties/:id/similar', input, signal);
  rememberWhole(client, homes);
  return homes.map(summarizeSimilar);
}

function rememberWhole(client: QueryClient, homes: readonly Property[]): void {
  if (typeof window === 'undefined') return;
  for (const property of homes) {
    const { queryKey } = apiQuery('GET /properties/:id', { params: { id: property._id } });
    client.setQueryData(queryKey, property);
    // Its page requests it all the same, since it may have been sold or taken down since.
    void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
  }
}

/** Whether the same request may succeed a moment later: no response, or a fault on the server's side. */
function isWorthRetrying(error: unknown): boolean {
  return !isApiError(error) || error.status === 0 || error.status >= 500;
}

const shownByServer = new WeakSet<ApiError>();

/** Marks an error that the document already shows. */
export function markShownByServer(error: ApiError): ApiError {
  shownByServer.add(error);
  return error;
}

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError;
  }
}
