import { type AddressInfo, connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import Fastify from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { type Endpoint, endpointUrl } from '#shared/endpoints/endpoint.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';
import { installApiDocs } from './api-docs.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  return () => server.close();
});

type Description = {
  info: { version: string };
  paths: Record<string, Record<string, unknown>>;
  components: { schemas: Record<string, { properties: Record<string, unknown> }> };
};

type FormBody = { schema: { $ref: string } };

describe('the API docs', () => {
  test('describe every endpoint and nothing else', async () => {
    const response = await server.app.inject('/api/openapi.json');
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    const { paths } = response.json<Description>();
    const describedEndpoints = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const expected = Object.values<Endpoint>(endpoints).map(
      (endpoint) => `${endpoint.method} ${endpointUrl(endpoint).replaceAll(/:(\w+)/g, '{$1}')}`,
    );
    expect(describedEndpoints.toSorted()).toEqual(expected.toSorted());
  });

  test('describe the files of every form that has files, and of no other form', async () => {
    const { paths, components } = (
      await server.app.inject('/api/openapi.json')
    ).json<Description>();
    for (const endpoint of Object.values<Endpoint>(endpoints)) {
      const { method, files } = endpoint;
      const url = endpointUrl(endpoint).replaceAll(/:(\w+)/g, '{$1}');
      const route = paths[url]?.[method.toLowerCase()];
      const { requestBody } = route as { requestBody?: { content: Record<string, FormBody> } };
      const ref = requestBody?.content['multipart/form-data']?.schema.$ref ?? '';
      const properties = components.schemas[ref.split('/').at(-1) ?? '']?.properties;
      if (files === undefined) expect(properties).toBeUndefined();
      else {
        for (const name of [files.name, ...(files.additionalNames ?? [])])
          expect(JSON.stringify(properties?.[name])).toContain('"format":"binary"');
      }
    }
  });

  test('are served with a policy that allows no other origins', async () => {
    const { headers } = await server.app.inject('/api/docs');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toMatch(/https:|\.io|upgrade-insecure-requests/);
  });

  test('include a page with its assets', async () => {
    const page = await server.app.inject('/api/docs');
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('Doorstep API');
    const script = await server.app.inject('/api/docs/static/swagger-ui-bundle.js');
    expect(script.headers['content-type']).toContain('javascript');
    const revalidation = await server.app.inject({
      url: '/api/docs/static/swagger-ui-bundle.js',
      headers: { 'if-none-match': String(script.headers.etag) },
    });
    expect([revalidation.statusCode, revalidation.body]).toEqual([304, '']);
  });

  test('respond to HEAD with the length and no body', async () => {
    const get = await server.app.inject('/api/docs/');
    const head = await server.app.inject({ method: 'HEAD', url: '/api/docs/' });
    expect(head.body).toBe('');
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
  });

  test('respond to unknown paths with the API’s 404', async () => {
    const response = await server.app.inject('/api/docs/nothing');
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ code: 'NOT_FOUND' });
  });
});

test('a client that does not read its responses occupies no queue slot', async () => {
  const app = Fastify({ forceCloseConnections: true });
  // Like compression in the app, this resolves the reply only after the client has read the
  // response.
  app.addHook('onSend', async (_request, _reply, payload) => {
    await setImmediate();
    return payload;
  });
  let [startedCount, activeCount] = [0, 0];
  installApiDocs(app, {
    version: '1.0.0',
    publicUrl: () => 'http://127.0.0.1',
    async publicWork(_request, work) {
      startedCount += 1;
      activeCount += 1;
      try {
        return await work();
      } finally {
        activeCount -= 1;
      }
    },
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').pause();
  try {
    socket.write('GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(40));
    await expect.poll(() => startedCount, { timeout: 20_000 }).toBeGreaterThan(1);
    await expect.poll(() => activeCount, { timeout: 20_000 }).toBe(0);
  } finally {
    socket.destroy();
    await app.close();
  }
});
