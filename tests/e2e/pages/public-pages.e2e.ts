/**
 * Public pages: status codes, metadata for search engines, HTML size, security headers, and reduced
 * motion.
 */

import { gzipSync } from 'node:zlib';
import { actAs, makeAccount } from '../support/accounts.ts';
import { expect, expectHydrated, test } from '../support/fixtures.ts';

test('pages have the right status codes', async ({ request }) => {
  for (const [path, status] of [
    ['/', 200],
    ['/for-sale?page=2', 200],
    ['/property/999999', 404],
    ['/property/abc', 404],
    ['/no/such/page', 404],
    ['/dashboard', 200],
  ] as const) {
    const response = await request.get(path);
    expect([path, response.status()]).toEqual([path, status]);
  }
  expect(await (await request.get('/dashboard')).text()).toMatch(
    /<meta name="robots" content="noindex/,
  );
});

test('listings have metadata for search engines', async ({ request }) => {
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain('/sitemap.xml');
  const index = await (await request.get('/sitemap.xml')).text();
  expect(index).toContain('/sitemap/1.xml');
  const sitemap = await (await request.get('/sitemap/1.xml')).text();
  const path = /<loc>[^<]*(\/property\/\d+)<\/loc>/.exec(sitemap)?.[1] ?? '';
  const html = await (await request.get(path)).text();
  const blocks = [
    ...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs),
  ].flatMap(
    (match) =>
      JSON.parse(match[1] ?? 'null') as { '@type': string; '@graph'?: { '@type': string }[] },
  );
  const types = blocks.flatMap((block) =>
    [block, ...(block['@graph'] ?? [])].map((item) => item['@type']),
  );
  expect(types).toContain('RealEstateListing');
  expect(types).toContain('BreadcrumbList');
  expect(html).toMatch(/"@type":"Offer"/);
  expect(html).toMatch(/<link rel="canonical" href="http[^"]+\/property\/\d+"/);
  expect(html).toMatch(/<meta property="og:image" content="http[^"]+"/);
});

test('public pages have a canonical URL and breadcrumbs', async ({ request }) => {
  for (const path of ['/for-sale', '/for-rent', '/agents', '/about', '/contact']) {
    const html = await (await request.get(path)).text();
    expect(html, path).toContain(`<link rel="canonical" href="`);
    expect(html, path).toContain('"@type":"BreadcrumbList"');
  }
});

test('a list contains each picture’s placeholder once', async ({ request }) => {
  // All of these homes have pictures; homes published by end-to-end tests may have none.
  const html = await (await request.get('/for-sale?searchTerm=Seattle')).text();
  expect(html.match(/<article/g)?.length ?? 0).toBeGreaterThan(1);
  const pictures = html.match(/<article(?:(?!<\/article>).)*data:image\/webp/gs)?.length ?? 0;
  expect(pictures).toBeGreaterThan(0);
  expect(html.match(/data:image\/webp/g)).toHaveLength(pictures);
});

test('a page with 24 cards stays within its size budget', async ({ request }) => {
  const html = Buffer.from(await (await request.get('/for-sale')).text());
  expect(html.toString().match(/<article/g)).toHaveLength(24);
  // About 14,000 bytes of this HTML are the form for 'More filters' without JavaScript.
  expect(html.length).toBeLessThan(87_000);
  expect(gzipSync(html, { level: 6 }).length).toBeLessThan(18_500);
});

test('pages only allow their own scripts', async ({ request }) => {
  const response = await request.get('/about');
  const policy = response.headers()['content-security-policy'] ?? '';
  expect(policy).toMatch(/script-src 'self'( '(sha256|nonce)-[^']+')+;/);
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  expect(response.headers()).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
  });
  const notModified = await request.get('/about', {
    headers: { 'if-none-match': response.headers()['etag'] ?? '' },
  });
  expect(notModified.status()).toBe(304);
  expect(notModified.headers()['content-security-policy']).toBe(policy);
});

test('a page with a token is private, regardless of how the parameter is encoded', async ({
  request,
}) => {
  for (const query of ['token=x', '%74oken=x', 'a=1&to%6Ben=x']) {
    const page = await request.get(`/shared?${query}`);
    expect(page.headers()).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
  }
});

test('pages do not evaluate strings, which their policy forbids', async ({ page, request }) => {
  const violations: string[] = [];
  await page.exposeFunction('addViolation', (text: string) => violations.push(text));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective }) => {
      const { addViolation } = globalThis as unknown as { addViolation: (text: string) => void };
      addViolation(`${violatedDirective} ${blockedURI} ${location.pathname}`);
    });
  });
  await page.goto('/contact');
  await expectHydrated(page);
  await page.getByLabel('Email').fill('no address');
  await page.getByLabel('Message').focus();
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  await actAs(page, await makeAccount(request, 'agent'));
  await page.goto('/dashboard/my-listings');
  await expect(page.getByText('No Listings Found')).toBeVisible();
  expect(violations).toEqual([]);
});

test('with reduced motion, nothing has a transition when the theme changes @full', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto('/about');
  await expectHydrated(page);
  const transitions = await page.evaluate(() => {
    document.documentElement.dataset['theme'] = 'dark';
    return document.getAnimations().length;
  });
  expect(transitions).toBe(0);
});

test('a contact message that fails after the page was left is reported', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push('ERR_FAILED');
  const received = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route('**/api/contact', async (route) => {
    received.resolve();
    await released.promise;
    await route.abort();
  });
  await page.goto('/contact');
  await expectHydrated(page);
  await page.getByLabel('Name').fill('Ann Smith');
  await page.getByLabel('Email').fill('ann@example.org');
  await page.getByLabel('Subject').fill('A question');
  await page.getByLabel('Message').fill('Do you have an office in Austin?');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await received.promise;
  await page.getByRole('link', { name: 'About' }).first().click();
  await expect(page.getByLabel('Message')).toHaveCount(0);
  released.resolve();
  await expect(page.getByText('Your message could not be sent.')).toBeVisible();
});
