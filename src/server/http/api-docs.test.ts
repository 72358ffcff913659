import { beforeAll, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  return () => server.close();
});

type Description = { info: { version: string }; paths: Record<string, Record<string, unknown>> };

test('describe every endpoint, and nothing else', async () => {
  const answer = await server.app.inject('/api/openapi.json');
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  const { paths } = answer.json<Description>();
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const expected = Object.values(endpoints).map(
    ({ method, path }) => `${method} /api${path.replaceAll(/:(\w+)/g, '{$1}')}`,
  );
  expect(described.toSorted()).toEqual(expected.toSorted());
});

test('stand on a page with its files', async () => {
  const page = await server.app.inject('/api/docs');
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('Doorstep API');
  const script = await server.app.inject('/api/docs/static/swagger-ui-bundle.js');
  expect(script.headers['content-type']).toContain('javascript');
  const again = await server.app.inject({
    url: '/api/docs/static/swagger-ui-bundle.js',
    headers: { 'if-none-match': String(script.headers.etag) },
  });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('tell how long they are without being sent', async () => {
  const whole = await server.app.inject('/api/docs/');
  const head = await server.app.inject({ method: 'HEAD', url: '/api/docs/' });
  expect(head.body).toBe('');
  expect(head.headers['content-length']).toBe(whole.headers['content-length']);
});

test('answer as the API does where nothing is', async () => {
  const answer = await server.app.inject('/api/docs/nothing');
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ code: 'NOT_FOUND' });
});
