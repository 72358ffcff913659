import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { exchange } from '#tests/helpers/raw-http.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';

let server: TestApp;
let port: number;
/** `/api/slow` responds once this is resolved. */
const canRespond = Promise.withResolvers<void>();
beforeAll(async () => {
  server = await startTestApp({
    pages: {
      render: async (request) => new Response(request.url, { status: 404 }),
      filesFolder: null,
    },
  });
  server.app.get('/api/slow', async () => {
    await canRespond.promise;
    return 'done';
  });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = server.app.server.address() as AddressInfo);
  return () => {
    canRespond.resolve();
    return server.close();
  };
});

/** Sends a request with these lines and returns the first response. */
async function send(...lines: string[]) {
  const response = await exchange(port, [...lines, '', ''].join('\r\n'));
  const isJson = (response.headers['content-type'] ?? '').startsWith('application/json');
  return { ...response, body: isJson ? (JSON.parse(response.text) as unknown) : response.text };
}

const CLOSE_HEADER = 'Connection: close';
const UNREADABLE_REQUEST_ERROR = {
  status: 400,
  body: { message: 'The request could not be read.', code: 'BAD_REQUEST' },
};

describe('HTTP parsing errors have the format of other errors', () => {
  test.each([
    ['a message that is not HTTP', ['hello']],
    ['an unknown method', ['BREW / HTTP/1.1', 'Host: a']],
    [
      'two content lengths',
      ['POST /api/contact HTTP/1.1', 'Host: a', 'Content-Length: 1', 'Content-Length: 2'],
    ],
    [
      'both a content length and chunked encoding (request smuggling)',
      ['POST / HTTP/1.1', 'Host: a', 'Content-Length: 1', 'Transfer-Encoding: chunked'],
    ],
    ['a header without a colon', ['GET / HTTP/1.1', 'Host: a', 'nothing']],
    ['no host', ['GET /api/health HTTP/1.1', CLOSE_HEADER]],
  ])('%s', async (_case, lines) => {
    expect(await send(...lines)).toMatchObject(UNREADABLE_REQUEST_ERROR);
  });

  test.each([
    ['one header', 100_000],
    // Parsed by Node.js, and rejected before anything reads it.
    ['one shorter header', 8_000],
  ])('%s of %d characters gets a 431', async (_case, length) => {
    const response = await send(
      'GET / HTTP/1.1',
      'Host: a',
      `Accept-Encoding: ${'*,'.repeat(length / 2)}`,
    );
    expect(response).toMatchObject({
      status: 431,
      headers: { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' },
      body: { message: 'The request’s headers are too large.', code: 'HEADERS_TOO_LARGE' },
    });
  });

  test('a path of more than 10,000 characters gets 414, or 431 if it exceeds the limit for headers', async () => {
    const sendLongPath = (length: number) =>
      send(`GET /${'x'.repeat(length)} HTTP/1.1`, 'Host: a', CLOSE_HEADER);
    expect(await sendLongPath(10_000)).toMatchObject({
      status: 414,
      body: { code: 'URI_TOO_LONG' },
    });
    expect(await sendLongPath(100_000)).toMatchObject({
      status: 431,
      body: { code: 'HEADERS_TOO_LARGE' },
    });
  });

  test('a long path or header is rejected before the app receives the request', async () => {
    const received: (string | undefined)[] = [];
    server.app.networkRequests.onRequest(({ url }) => received.push(url));
    await send(`GET /${'%41/'.repeat(20_000)}% HTTP/1.1`, 'Host: a', CLOSE_HEADER);
    await send('GET /header HTTP/1.1', 'Host: a', `X: ${'x'.repeat(8_000)}`, CLOSE_HEADER);
    await send('GET /short HTTP/1.1', 'Host: a', CLOSE_HEADER);
    expect(received).toEqual(['/short']);
  });

  test('a query of more than 14,000 characters gets 414', async () => {
    const withQuery = (length: number) =>
      `GET /api/properties?x=${'y'.repeat(length - 2)} HTTP/1.1`;
    const padding = `X: ${'x'.repeat(4_000)}`;
    expect(await send(withQuery(14_000), 'Host: a', padding, CLOSE_HEADER)).toMatchObject({
      status: 200,
    });
    expect(await send(withQuery(14_001), 'Host: a', CLOSE_HEADER)).toMatchObject({
      status: 414,
      body: { code: 'URI_TOO_LONG' },
    });
    // A question mark within the query, as in encoded areas, does not end it.
    const withQuestionMark = `GET /api/properties?x=?${'y'.repeat(14_000)} HTTP/1.1`;
    expect(await send(withQuestionMark, 'Host: a', CLOSE_HEADER)).toMatchObject({ status: 414 });
  });

  test('longer queries are allowed for API calls by pages in the same process', async () => {
    const url = `/api/properties?x=${'y'.repeat(20_000)}`;
    expect((await server.app.inject(url)).statusCode).toBe(200);
  });

  test('no error is sent while an earlier request on the connection is pending', async () => {
    const { received } = await exchange(
      port,
      'GET /api/slow HTTP/1.1\r\nHost: a\r\n\r\nBREW / X\r\n\r\n',
    );
    expect(received).toBe('');
  });
});

describe('unusual but valid requests', () => {
  test('with an unknown Expect header get a normal response', async () => {
    const response = await send(
      'GET /api/health HTTP/1.1',
      'Host: a',
      'Expect: something',
      CLOSE_HEADER,
    );
    expect(response).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  test('can have a URL in absolute form, as sent to proxies', async () => {
    const response = await send(
      'GET http://other.example.org/api/health HTTP/1.1',
      'Host: a',
      CLOSE_HEADER,
    );
    expect(response).toMatchObject({ status: 200 });
  });
});

describe('a URL with invalid percent encoding', () => {
  test.each(['%', '%zz', '%ff', '%ed%a0%80', '1%'])('gets the API’s 404: %s', async (id) => {
    const response = await send(`GET /api/properties/${id} HTTP/1.1`, 'Host: a', CLOSE_HEADER);
    expect(response).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });

  test('gets the 404 page outside of the API', async () => {
    const response = await send('GET /property/%zz?a=%zz HTTP/1.1', 'Host: a', CLOSE_HEADER);
    expect(response).toMatchObject({ status: 404 });
    expect(response.text).toContain('/property/%25zz?a=%zz');
  });
});

test('a URL with two leading slashes stays on this site', async () => {
  for (const path of ['//', '//:99999/', '//other.example.org/about']) {
    const response = await send(`GET ${path} HTTP/1.1`, 'Host: a', CLOSE_HEADER);
    expect(response).toMatchObject({ status: 404 });
    expect(response.text).toContain(`http://localhost${path}`);
  }
});
