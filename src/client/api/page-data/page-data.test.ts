import { describe, expect, it } from 'vitest';
import { DEFAULT_SITE } from '#shared/site/site-view.ts';
import { DEFAULT_COST_RATES } from '#shared/monthly-cost.ts';
import { createApiClient } from '../api-client.ts';
import { networkError } from '../api-error.ts';
import { createLoadContext } from './load-context.ts';
import { addLoadedQueries, findLoadedQueries, type PageData } from './loaded-state.ts';
import { findQueryData, isNotFound, loadOnServer, type PageLoad } from './page-data.ts';
import { apiQuery, listQuery } from '../api-queries.ts';
import { createQueryClient } from '../query-client.ts';

const homesQuery = listQuery('GET /properties', { query: { limit: 6 } });
const homeQuery = apiQuery('GET /properties/:id', { params: { id: '7' } });

function pageArgs(respond: (path: string) => Response) {
  const context = createLoadContext({
    apiFetch: async (path) => respond(path),
    publicSettings: {
      publicUrl: 'http://localhost',
      mapTileUrl: '',
      costRates: DEFAULT_COST_RATES,
    },
    site: DEFAULT_SITE,
    nonce: '',
    logError: () => undefined,
  });
  return { params: {}, request: new Request('http://localhost/?page=2'), context };
}

const ok = (body: unknown) => () => Response.json(body, { headers: { 'x-total-count': '9' } });
const failWith = (status: number) => () =>
  Response.json(
    { message: 'Unavailable.', code: status === 404 ? 'NOT_FOUND' : 'UNAVAILABLE' },
    { status },
  );

const prefetchHomes: PageLoad = (page) => page.prefetch(homesQuery);
const requireHome: PageLoad = (page) => page.require(homeQuery);

describe('loadOnServer', () => {
  it('runs the page’s queries and returns their responses', async () => {
    const { data, init } = await loadOnServer(pageArgs(ok([{ _id: '1' }])), prefetchHomes);
    const body = { items: [{ _id: '1' }], totalCount: 9, searchedFor: null };
    expect(data.queries).toEqual([{ queryKey: homesQuery.queryKey, data: body }]);
    expect(init?.status).toBe(200);
    expect(findQueryData(data, homesQuery)).toEqual(body);
    expect(findQueryData(data, homeQuery)).toBeUndefined();
  });

  it('responds with 503, or with the API’s 4xx status, if the page shows an error', async () => {
    const unavailable = await loadOnServer(pageArgs(failWith(503)), prefetchHomes);
    expect(unavailable.init?.status).toBe(503);
    expect(unavailable.data.queries).toMatchObject([
      { error: { status: 503, message: 'Unavailable.' } },
    ]);
    const failedData = await loadOnServer(pageArgs(failWith(500)), prefetchHomes);
    expect(failedData.init?.status).toBe(503);
    const failedPage = await loadOnServer(pageArgs(failWith(400)), prefetchHomes);
    expect(failedPage.init?.status).toBe(400);
  });

  it('distinguishes missing data from failures', async () => {
    const missingData = await loadOnServer(pageArgs(failWith(404)), prefetchHomes);
    expect(missingData.init?.status).toBe(404);
    expect(isNotFound(missingData.data, homesQuery)).toBe(true);
    const unavailable = await loadOnServer(pageArgs(failWith(503)), prefetchHomes);
    expect(isNotFound(unavailable.data, homesQuery)).toBe(false);
    const loadedData = await loadOnServer(pageArgs(ok([])), prefetchHomes);
    expect(isNotFound(loadedData.data, homesQuery)).toBe(false);
  });

  it('throws 404 if required data is missing, and 503 after a server error', async () => {
    await expect(loadOnServer(pageArgs(failWith(404)), requireHome)).rejects.toMatchObject({
      init: { status: 404 },
    });
    await expect(loadOnServer(pageArgs(failWith(500)), requireHome)).rejects.toMatchObject({
      init: { status: 503 },
      data: { message: 'Unavailable.' },
    });
  });

  it('passes the URL to the page', async () => {
    let page: string | null = null;
    await loadOnServer(pageArgs(ok([])), async ({ url }) => {
      page = url.searchParams.get('page');
    });
    expect(page).toBe('2');
  });
});

/** Simulates the serialization of a loader's data. */
const serialize = (loadedData: PageData | null) =>
  JSON.parse(JSON.stringify(loadedData)) as unknown;

describe('data loaded by the server', () => {
  it('populates the browser’s query client, including failures', async () => {
    const loadedPage = await loadOnServer(pageArgs(ok({ _id: '7' })), requireHome);
    const failedPage = await loadOnServer(pageArgs(failWith(503)), prefetchHomes);
    const client = createQueryClient(
      createApiClient({ fetch: () => Promise.reject(networkError()) }),
    );
    const loaderData = [null, loadedPage.data, failedPage.data].map(serialize);
    addLoadedQueries(client, findLoadedQueries(loaderData));
    expect(client.getQueryData(homeQuery.queryKey)).toEqual({ _id: '7' });
    expect(client.getQueryState(homesQuery.queryKey)).toMatchObject({
      status: 'error',
      error: { status: 503, message: 'Unavailable.' },
    });
  });
});
