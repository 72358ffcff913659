import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { exchange } from '#tests/helpers/raw-http.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';

const CREDENTIALS = JSON.stringify({
  email: 'nobody@doorstep.example',
  password: 'wrong password',
});

let server: TestApp;
let port: number;
beforeAll(async () => {
  server = await startTestApp();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = server.app.server.address() as AddressInfo);
  return () => server.close();
});

/** Sends a chunked body, followed by its end unless `isUnfinished`. */
function send(chunks: readonly string[], { isUnfinished = false, headers = '' } = {}) {
  const body = chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('');
  const head = `POST /api/auth/login HTTP/1.1\r\nHost: x\r\n${headers}Content-Type: application/json\r\n`;
  return exchange(
    port,
    `${head}Transfer-Encoding: chunked\r\n\r\n${body}${isUnfinished ? '' : '0\r\n\r\n'}`,
  );
}

describe('the limit on tiny chunks', () => {
  it('rejects a body of many tiny chunks before it is complete', async () => {
    const { status, text } = await send(
      Array.from({ length: 101 }, () => ' '),
      {
        isUnfinished: true,
      },
    );
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('also rejects a body that is not read because its token is still being checked', async () => {
    const { status } = await send(
      Array.from({ length: 101 }, () => ' '),
      {
        isUnfinished: true,
        headers: 'Authorization: Bearer unknown\r\n',
      },
    );
    expect(status).toBe(400);
  });

  it('accepts a short body in chunks of one byte', async () => {
    expect(CREDENTIALS.length).toBeLessThan(100);
    expect((await send(Array.from(CREDENTIALS))).status).toBe(401);
  });

  it('accepts many chunks of a usual size', async () => {
    const padding = Array.from({ length: 200 }, () => ' '.repeat(512));
    expect((await send([...padding, CREDENTIALS])).status).toBe(401);
  });
});
