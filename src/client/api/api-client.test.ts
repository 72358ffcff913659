import { describe, expect, it, vi } from 'vitest';
import { buildRequest, createApiClient, toQueryString } from './api-client.ts';
import { ApiError } from './api-error.ts';

function answering(status: number, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return vi.fn(async (_path: string, _init: RequestInit) =>
    status === 204 ? new Response(null, { status }) : new Response(text, { status, headers }),
  );
}

describe('buildRequest', () => {
  it('fills in and escapes path parameters, and puts the token into the header', () => {
    const { path, init } = buildRequest('GET /properties/:id', { params: { id: '4/2' } }, 'secret');
    expect(path).toBe('/api/properties/4%2F2');
    expect(init.method).toBe('GET');
    expect(init.headers).toMatchObject({ authorization: 'Bearer secret' });
  });

  it('sends no authorization for visitors, and JSON as JSON', () => {
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

  it('leaves the type of a form with files to the browser', () => {
    const form = new FormData();
    const { init } = buildRequest('POST /properties', { form }, null);
    expect(init.body).toBe(form);
    expect(init.headers).not.toHaveProperty('content-type');
  });
});

describe('toQueryString', () => {
  it('preserves the order and omits empty values', () => {
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
  it('returns the body of a response, and null without one', async () => {
    const api = createApiClient({ fetch: answering(200, { status: 'ok' }) });
    await expect(api.call('GET /health', {})).resolves.toEqual({ status: 'ok' });
    const emptyApi = createApiClient({ fetch: answering(204, '') });
    await expect(emptyApi.call('POST /auth/logout', {})).resolves.toBeNull();
  });

  it('returns a list with its total and the spelling suggestion', async () => {
    const headers = { 'x-total-count': '97', 'x-searched-for': 'caf%C3%A9' };
    const api = createApiClient({ fetch: answering(200, [{ _id: '1' }], headers) });
    const page = await api.list('GET /properties', { query: { limit: 1 } });
    expect(page).toEqual({ items: [{ _id: '1' }], totalCount: 97, searchedFor: 'café' });
  });

  it('turns an error response into an ApiError with its fields', async () => {
    const body = {
      message: 'Please check the fields.',
      code: 'VALIDATION_FAILED',
      errors: [
        { path: 'email', message: 'First' },
        { path: 'email', message: 'Second' },
      ],
    };
    const api = createApiClient({ fetch: answering(400, body) });
    const error = await api.call('GET /health', {}).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      message: 'Please check the fields.',
      fieldErrors: { email: 'First' },
    });
  });

  it('returns a calendar as it is, and rejects any other text', async () => {
    const call = async (type: string) =>
      createApiClient({
        fetch: answering(200, 'BEGIN:VCALENDAR', { 'content-type': type }),
      }).call('GET /tours/:id/calendar.ics', { params: { id: '1' } });
    expect(await call('text/calendar; charset=utf-8')).toBe('BEGIN:VCALENDAR');
    await expect(call('text/html')).rejects.toMatchObject({ code: 'NETWORK' });
  });

  it('has a default message for a response that is not the API’s', async () => {
    const api = createApiClient({ fetch: answering(502, '<html>Bad gateway</html>') });
    await expect(api.call('GET /health', {})).rejects.toMatchObject({
      status: 502,
      code: 'UNREADABLE',
      message: 'Something went wrong on our side. Please try again.',
    });
  });

  it('reports a missing network in words, and passes on an abort', async () => {
    const gone = () => Promise.reject(new TypeError('Failed to fetch'));
    const api = createApiClient({ fetch: gone });
    await expect(api.call('GET /health', {})).rejects.toMatchObject({ status: 0, code: 'NETWORK' });
    const signal = AbortSignal.abort();
    await expect(api.call('GET /health', {}, signal)).rejects.toBeInstanceOf(TypeError);
  });

  it('calls back when the token is rejected, but not when a password is wrong', async () => {
    const onSessionRefused = vi.fn();
    const refuse = (code: string) =>
      createApiClient({
        fetch: answering(401, { message: 'No.', code }),
        getToken: () => 'old',
        onSessionRefused,
      });
    await expect(refuse('INVALID_CREDENTIALS').call('GET /health', {})).rejects.toThrow('No.');
    expect(onSessionRefused).not.toHaveBeenCalled();
    await expect(refuse('UNAUTHENTICATED').call('GET /health', {})).rejects.toThrow('No.');
    expect(onSessionRefused).toHaveBeenCalledOnce();
  });

  it('calls back when a second factor has to be set up first', async () => {
    const onSetupRequired = vi.fn();
    const body = { message: 'Set up.', code: 'SECOND_FACTOR_SETUP_REQUIRED' };
    const api = createApiClient({ fetch: answering(403, body), onSetupRequired });
    await expect(api.call('GET /health', {})).rejects.toThrow('Set up.');
    expect(onSetupRequired).toHaveBeenCalledOnce();
  });
});
