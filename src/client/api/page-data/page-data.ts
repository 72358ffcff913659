/**
 * How a page gets its data (architecture: How a request flows). A page writes one `load` and exports
 *
 *     export const loader = (args: Route.LoaderArgs) => loadOnServer(args, load);
 *     export const clientLoader = (args: Route.ClientLoaderArgs) => loadInBrowser(args, load);
 *
 * Its components then read the same queries with `useQuery`, and do not know where they run.
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
import { isWorkerInCharge } from '../../offline/worker-client.ts';
import { pageRequestContext } from './load-context.ts';
import { collectLoadedQueries, findLoadedQueries, type PageData } from './loaded-state.ts';
import type { ApiQuery } from '../api-queries.ts';
import { createQueryClient } from '../query-client.ts';

/** The context of a page's `load`. */
export interface PageScope {
  params: Params;
  url: URL;
  /**
   * Runs a query that the page can do without: it shows the failure itself, in its own words. On the
   * server the document's status becomes 503 (or the API's own 4xx). Never throws.
   */
  prefetch<T>(query: ApiQuery<T>): Promise<T | undefined>;
  /**
   * Runs a query without which there is no page. Throws a 404 response when there is nothing, which the error
   * boundary turns into the page that says so, and on the server 503 for every other failure.
   */
  require<T>(query: ApiQuery<T>): Promise<T>;
}

/** Runs a page's queries, side by side where it can. */
export type PageLoad = (page: PageScope) => Promise<unknown>;

/** The server loader of a page with data. */
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
 * How long the old page stays while the new page's data is loading, in milliseconds; then the new page shows its
 * skeleton. Below half a second, swapping content is calmer than a flash of gray.
 */
export const PATIENCE_MS = 400;

/** The browser's loader of the same page. What is known is shown at once and refreshed behind it. */
export async function loadInBrowser(
  args: Pick<ClientLoaderFunctionArgs, 'params' | 'request'>,
  load: PageLoad,
): Promise<PageData> {
  const queryClient = browserClient();
  await leaveToCachedPages(args, load, queryClient);
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
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  return { queries: [] };
}

/**
 * Without a network, a page whose data is not here yet is requested as a document, which the service worker answers
 * with the cached one. Another search on the page that is open stays on it, and says that it failed.
 *
 * @throws a redirect that loads the document
 */
async function leaveToCachedPages(
  args: Pick<ClientLoaderFunctionArgs, 'params' | 'request'>,
  load: PageLoad,
  queryClient: QueryClient,
): Promise<void> {
  const url = new URL(args.request.url);
  if (navigator.onLine || !isWorkerInCharge() || url.pathname === location.pathname) return;
  let isKnown = true;
  const look = async <T>({ queryKey }: ApiQuery<T>): Promise<T | undefined> => {
    const known = queryClient.getQueryData(queryKey);
    if (known === undefined) isKnown = false;
    return known;
  };
  const lookOrLeave = async <T>(query: ApiQuery<T>): Promise<T> => {
    const known = await look(query);
    // oxlint-disable-next-line no-throw-literal, typescript/only-throw-error -- the router's way to redirect
    if (known === undefined) throw redirectDocument(url.pathname + url.search);
    return known;
  };
  await load({ params: args.params, url, prefetch: look, require: lookOrLeave });
  // oxlint-disable-next-line no-throw-literal, typescript/only-throw-error -- the router's way to redirect
  if (!isKnown) throw redirectDocument(url.pathname + url.search);
}

/** The status of a document whose data could not be loaded for this reason. */
function documentStatus(error: unknown): number {
  return isApiError(error) && error.status >= 400 && error.status < 500 ? error.status : 503;
}

/** The data of the error boundaries: status and message. */
export interface PageErrorBody {
  message: string;
}

function pageError(error: unknown) {
  const message = isApiError(error) ? error.message : 'Something went wrong on our side.';
  return data<PageErrorBody>({ message }, { status: documentStatus(error) });
}

/**
 * The response of a query, for a page's `meta` export; undefined if it failed or is still loading. `meta` runs again
 * when it arrives.
 */
export function findQueryData<T>(loaderData: unknown, query: ApiQuery<T>): T | undefined {
  if (typeof window !== 'undefined') {
    return browserClient().getQueryData(query.queryKey);
  }
  // The key names the endpoint, and with it the type of its response.
  return findLoaded(loaderData, query)?.data as T | undefined;
}

/** Whether a query's response was that there is nothing (404), for a page's `meta` export. */
export function isNotFound<T>(loaderData: unknown, query: ApiQuery<T>): boolean {
  if (typeof window !== 'undefined') {
    const error = browserClient().getQueryState(query.queryKey)?.error;
    return isApiError(error) && error.status === 404;
  }
  return findLoaded(loaderData, query)?.error?.status === 404;
}

/** The query's result in the server's loader data. */
function findLoaded<T>(loaderData: unknown, { queryKey }: ApiQuery<T>) {
  const hash = hashKey(queryKey);
  return findLoadedQueries([loaderData]).find((each) => hashKey(each.queryKey) === hash);
}
