/**
 * Page data (docs/architecture.md, How a request flows). A page defines one `load` and exports
 *
 *     export const loader = (args: Route.LoaderArgs) => loadOnServer(args, load);
 *     export const clientLoader = (args: Route.ClientLoaderArgs) => loadInBrowser(args, load);
 *
 * Its components read the same queries with `useQuery`, on the server and in the browser.
 */

import { hashKey, type QueryClient } from '@tanstack/react-query';
import {
  data,
  redirectDocument,
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  type Params,
} from 'react-router';
import { createApiClient } from '../api-client.ts';
import { isApiError } from '../api-error.ts';
import { browserClient } from '../browser-client.ts';
import { isWorkerActive } from '../../offline/worker-client.ts';
import { pageRequestContext } from './load-context.ts';
import { collectLoadedQueries, findLoadedQueries, type PageData } from './loaded-state.ts';
import type { ApiQuery } from '../api-queries.ts';
import { createQueryClient } from '../query-client.ts';

/** The context of a page's `load`. */
export interface PageScope {
  params: Params;
  url: URL;
  /**
   * Runs an optional query. If it fails, the page shows the error itself. On the server, the
   * document's status becomes 503, or the API's 4xx status. Never throws.
   */
  prefetch<T>(query: ApiQuery<T>): Promise<T | undefined>;
  /**
   * Runs a query that the page needs. If it fails, throws a response for the error boundary: 404 if
   * nothing was found, another 4xx status from the API, or 503.
   */
  require<T>(query: ApiQuery<T>): Promise<T>;
}

/** Runs a page's queries, in parallel if possible. */
export type PageLoad = (page: PageScope) => Promise<unknown>;

/** Loads a page's data on the server. */
export async function loadOnServer(
  args: Pick<LoaderFunctionArgs, 'params' | 'request' | 'context'>,
  load: PageLoad,
) {
  const { apiFetch } = args.context.get(pageRequestContext);
  const queryClient = createQueryClient(createApiClient({ fetch: apiFetch }));
  let status = 200;
  await load({
    params: args.params,
    url: new URL(args.request.url),
    async prefetch(query) {
      try {
        return await queryClient.fetchQuery(query);
      } catch (error) {
        status = Math.max(status, documentStatus(error));
        return undefined;
      }
    },
    async require(query) {
      try {
        return await queryClient.fetchQuery(query);
      } catch (error) {
        throw pageError(error);
      }
    },
  });
  return data<PageData>({ queries: collectLoadedQueries(queryClient) }, { status });
}

/**
 * How long the old page stays on screen while the new page's data is loading, in milliseconds. Then
 * the new page shows its skeleton. For short waits, showing no skeleton is less jarring than
 * flashing one.
 */
export const SKELETON_DELAY_MS = 400;

/**
 * Loads a page's data in the browser. Cached data is shown immediately; if it is stale, it is
 * refreshed in the background.
 */
export async function loadInBrowser(
  args: Pick<ClientLoaderFunctionArgs, 'params' | 'request'>,
  load: PageLoad,
): Promise<PageData> {
  const queryClient = browserClient();
  await redirectToCachedPage(args, load, queryClient);
  const ensure = <T>(query: ApiQuery<T>) =>
    queryClient.ensureQueryData({ ...query, revalidateIfStale: true });
  const loading = load({
    params: args.params,
    url: new URL(args.request.url),
    prefetch: (query) => ensure(query).catch(() => undefined),
    async require(query) {
      try {
        return await ensure(query);
      } catch (error) {
        throw pageError(error);
      }
    },
  });
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, SKELETON_DELAY_MS))]);
  return { queries: [] };
}

/**
 * While offline, loads a page without cached data as a document, which the service worker serves
 * from its cache. A new search on the open page shows the failure instead.
 *
 * @throws a redirect that loads the document
 */
async function redirectToCachedPage(
  args: Pick<ClientLoaderFunctionArgs, 'params' | 'request'>,
  load: PageLoad,
  queryClient: QueryClient,
): Promise<void> {
  const url = new URL(args.request.url);
  if (navigator.onLine || !isWorkerActive() || url.pathname === location.pathname) return;
  let isCached = true;
  const readCached = async <T>({ queryKey }: ApiQuery<T>): Promise<T | undefined> => {
    const cached = queryClient.getQueryData(queryKey);
    if (cached === undefined) isCached = false;
    return cached;
  };
  const requireCached = async <T>(query: ApiQuery<T>): Promise<T> => {
    const cached = await readCached(query);
    // oxlint-disable-next-line no-throw-literal, typescript/only-throw-error -- React Router redirects by throwing
    if (cached === undefined) throw redirectDocument(url.pathname + url.search);
    return cached;
  };
  await load({ params: args.params, url, prefetch: readCached, require: requireCached });
  // oxlint-disable-next-line no-throw-literal, typescript/only-throw-error -- React Router redirects by throwing
  if (!isCached) throw redirectDocument(url.pathname + url.search);
}

/** Returns the status of a document whose data failed to load. */
function documentStatus(error: unknown): number {
  return isApiError(error) && error.status >= 400 && error.status < 500 ? error.status : 503;
}

/** The body of the response that `require` throws. */
export interface PageErrorBody {
  message: string;
}

function pageError(error: unknown) {
  const message = isApiError(error) ? error.message : 'Something went wrong on our side.';
  return data<PageErrorBody>({ message }, { status: documentStatus(error) });
}

/**
 * Returns the data of a query, for a page's `meta` export; undefined if it failed or is still
 * loading. `meta` runs again when the data arrives.
 */
export function findQueryData<T>(loaderData: unknown, query: ApiQuery<T>): T | undefined {
  if (typeof window !== 'undefined') {
    return browserClient().getQueryData(query.queryKey);
  }
  // The key contains the endpoint, which determines the type.
  return findLoaded(loaderData, query)?.data as T | undefined;
}

/** Returns whether a query ended with a 404, for a page's `meta` export. */
export function isNotFound<T>(loaderData: unknown, query: ApiQuery<T>): boolean {
  if (typeof window !== 'undefined') {
    const error = browserClient().getQueryState(query.queryKey)?.error;
    return isApiError(error) && error.status === 404;
  }
  return findLoaded(loaderData, query)?.error?.status === 404;
}

/** Finds the query's result in the server's loader data. */
function findLoaded<T>(loaderData: unknown, { queryKey }: ApiQuery<T>) {
  const hash = hashKey(queryKey);
  return findLoadedQueries([loaderData]).find((loaded) => hashKey(loaded.queryKey) === hash);
}
