import { describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { readFiles } from './source-files.ts';

/** What a protected call's tests must say besides success. */
const apiTests = readFiles(/^src\/server\/.*\.test\.ts$/)
  .map(({ text }) => text)
  .join('\n');
const pageTests = readFiles(/^tests\/e2e\/.*\.ts$/)
  .map(({ text }) => text)
  .join('\n');

describe('every endpoint has tests that bear its name', () => {
  for (const { method, path } of Object.values(endpoints)) {
    test(`${method} ${path}`, () => {
      expect(apiTests.includes(`describe('${method} ${path}'`)).toBe(true);
    });
  }
});

/** Pages that no visitor of a production server can reach, with the reason. */
const NOT_SERVED = new Set([
  // Registered only while developing (src/client/routes.ts).
  'ui-gallery',
]);

describe('every page is opened in a real browser', () => {
  const routes = readFiles(/^src\/client\/routes\.ts$/)[0]?.text ?? '';
  const files = [...routes.matchAll(/'(?:\.\/)?pages\/([\w-]+)\.tsx'/g)].map(
    (match) => match[1] ?? '',
  );
  test('the table of routes is understood', () => expect(files.length).toBeGreaterThan(10));
  for (const file of new Set(files.filter((name) => !NOT_SERVED.has(name)))) {
    test(`page ${file}`, () => expect(pageTests.includes(`page:${file}`)).toBe(true));
  }
});
