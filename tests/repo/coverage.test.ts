import { describe, expect, test } from 'vitest';
import { AUDIT_ACTION_NAMES } from '#shared/audit-actions.ts';
import { endpoints } from '#shared/api-endpoints.ts';
import { ROUTES } from '#tests/e2e/screens/route-table.ts';
import { readFiles } from './source-files.ts';

/** The text of all server tests, which include the API tests. */
const serverTests = readFiles(/^src\/server\/.*\.test\.ts$/)
  .map(({ text }) => text)
  .join('\n');

describe('every endpoint has a test named after it', () => {
  for (const { method, path } of Object.values(endpoints)) {
    test(`${method} ${path}`, () => {
      expect(serverTests.includes(`describe('${method} ${path}'`)).toBe(true);
    });
  }
});

describe('every audit log action', () => {
  const [docs] = readFiles(/^docs\/product\/audit-log\.md$/);
  for (const action of AUDIT_ACTION_NAMES) {
    test(`${action} is tested and documented`, () => {
      expect(serverTests).toContain(`'${action}'`);
      expect(docs?.text).toContain(`\`${action}\``);
    });
  }
});

/** The source of `ROUTE_SCREENS`, which end-to-end tests use to open each route (screens.e2e.ts and broken-reads.e2e.ts). */
const routeScreensSource = readFiles(/^tests\/e2e\/screens\/routes\.ts$/)[0]?.text ?? '';

describe('every route is opened in a browser', () => {
  test('the routes are read from the client', () => expect(ROUTES.length).toBeGreaterThan(20));
  for (const route of ROUTES) {
    test(`route ${route}`, () => expect(routeScreensSource).toContain(`'${route}': `));
  }
});
