import { describe, expect, it, vi } from 'vitest';
import { buildRequest, createApiClient, toQueryString } from './api-client.ts';
import { ApiError } from './api-error.ts';

function respondWith(status: number, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return vi.fn(async (_path: string, _init: RequestInit) =>
    status === 204 ? new Response(null, { status }) : new Response(text, { status, headers }),
  );
}

describe('buildRequest', () => {
  it('fills in and escapes path parameters, and sends the token in the Authorization header', () => {
    const { path, init } = buildRequest('GET /properties/:id', { params: { id: '4/2' } }, 'secret');
    expect(path).toBe('/api/properties/4%2F2');
    expect(init.method).toBe('GET');
    expect(init.headers).toMatchObject({ authorization: 'Bearer secret' });
  });

  it('sends JSON, and no authorization header for visitors', () => {
    const { init } = buildRequest(
      'POST /auth/login',
      { json: { email: 'a', password: 'b' } },
      null,
    );
    expect(init.headers).toEqual({
      accept: 'application/json',
      'content-type': 'application/json',
    });
    expect(init.body).toBe('{"email":"a","password":"b"}');
  });

  it('lets the browser set the content type of a form with files', () => {
    const form = new FormData();
    const { init } = buildRequest('POST /properties', { form }, null);
    expect(init.body).toBe(form);
    expect(init.headers).not.toHaveProperty('content-type');
  });
});

describe('toQueryString', () => {
  it('preserves the order, and omits empty values and, except for a place term, "all"', () => {
    const query = {
      searchTerm: 'two words',
      status: 'all',
      minPrice: 0,
      sort: '',
      page: undefined,
    };
    expect(toQueryString(query)).toBe('?searchTerm=two+words&minPrice=0');
    expect(toQueryString({})).toBe('');
    expect(toQueryString({ term: 'all', status: 'all' })).toBe('?term=all');
  });
});

describe('an API client', () => {
  it('returns the response body, or null if the body is empty', async () => {
    const api = createApiClient({ fetch: respondWith(200, { status: 'ok' }) });
    await expect(api.call('GET /health', {})).resolves.toEqual({ status: 'ok' });
    const emptyApi = createApiClient({ fetch: respondWith(204, '') });
    await expect(emptyApi.call('POST /auth/logout', {})).resolves.toBeNull();
  });

  it('returns a list with its total and the spelling suggestion', async () => {
    const headers = { 'x-total-count': '97', 'x-searched-for': 'caf%C3%A9' };
    const api = createApiClient({ fetch: respondWith(200, [{ _id: '1' }], headers) });
    const page = await api.list('GET /properties', { query: { limit: 1 } });
    expect(page).toEqual({ items: [{ _id: '1' }], totalCount: 97, searchedFor: 'café' });
  });

  it('turns an error response into an ApiError with the first message of each field', async () => {
    const body = {
      message: 'Please check the fields.',
      code: 'VALIDATION_FAILED',
      errors: [
        { path: 'email', message: 'First' },
        { path: 'email', message: 'Second' },
      ],
    };
    const api = createApiClient({ fetch: respondWith(400, body) });
    const error = await api.call('GET /health', {}).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      message: 'Please check the fields.',
      fieldErrors: { email: 'First' },
    });
  });

  it('returns a calendar as text and rejects any other text', async () => {
    const call = async (type: string) =>
      createApiClient({
        fetch: respondWith(200, 'BEGIN:VCALENDAR', { 'content-type': type }),
      }).call('GET /tours/:id/calendar.ics', { params: { id: '1' } });
    expect(await call('text/calendar; charset=utf-8')).toBe('BEGIN:VCALENDAR');
    await expect(call('text/html')).rejects.toMatchObject({ code: 'NETWORK' });
  });

  it('uses a default message for a response that is not from the API', async () => {
    const api = createApiClient({ fetch: respondWith(502, '<html>Bad gateway</html>') });
    await expect(api.call('GET /health', {})).rejects.toMatchObject({
      status: 502,
      code: 'UNREADABLE',
      message: 'Something went wrong on our side. Please try again.',
    });
  });

  it('reports an unreachable server and rethrows an abort', async () => {
    const failToFetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const api = createApiClient({ fetch: failToFetch });
    await expect(api.call('GET /health', {})).rejects.toMatchObject({ status: 0, code: 'NETWORK' });
    const signal = AbortSignal.abort();
    await expect(api.call('GET /health', {}, signal)).rejects.toBeInstanceOf(TypeError);
  });

  it('calls onUnauthorized for a rejected token, but not for a wrong password', async () => {
    const onUnauthorized = vi.fn();
    const createRejectedClient = (code: string) =>
      createApiClient({
        fetch: respondWith(401, { message: 'No.', code }),
        getToken: () => 'old',
        onUnauthorized,
      });
    await expect(
      createRejectedClient('INVALID_CREDENTIALS').call('GET /health', {}),
    ).rejects.toThrow('No.');
    expect(onUnauthorized).not.toHaveBeenCalled();
    await expect(createRejectedClient('UNAUTHENTICATED').call('GET /health', {})).rejects.toThrow(
      'No.',
    );
    expect(onUnauthorized).toHaveBeenCalledOnce();
  });

  it('calls onSetupRequired when a second factor has to be set up first', async () => {
    const onSetupRequired = vi.fn();
    const body = { message: 'Set up.', code: 'SECOND_FACTOR_SETUP_REQUIRED' };
    const api = createApiClient({ fetch: respondWith(403, body), onSetupRequired });
    await expect(api.call('GET /health', {})).rejects.toThrow('Set up.');
    expect(onSetupRequired).toHaveBeenCalledOnce();
  });

  it('rejects a response that arrives after the session has changed', async () => {
    let token = 'first';
    const canRespond = Promise.withResolvers<void>();
    const respond = respondWith(200, { status: 'ok' });
    const api = createApiClient({
      fetch: async (...request) => {
        await canRespond.promise;
        return respond(...request);
      },
      getToken: () => token,
    }).inCurrentSession();
    const call = api.call('GET /health', {});
    token = 'second';
    canRespond.resolve();
    await expect(call).rejects.toMatchObject({ code: 'SESSION_ENDED' });
  });

  it('sends no further requests for a change after its session has ended', async () => {
    let token: string | null = 'first';
    const fetch = vi.fn(respondWith(200, { status: 'ok' }));
    const api = createApiClient({ fetch, getToken: () => token }).inCurrentSession();
    await api.call('GET /health', {});
    for (const next of [null, 'second']) {
      token = next;
      await expect(api.call('GET /health', {})).rejects.toMatchObject({ code: 'SESSION_ENDED' });
    }
    expect(fetch).toHaveBeenCalledOnce();
  });
});
