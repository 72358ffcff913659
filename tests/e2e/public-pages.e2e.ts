/** Every public page at three widths, light and dark: no complaint, nothing that axe finds, nothing cut off. */

import { expect, expectAccessible, expectHydrated, test } from './fixtures.ts';

const WIDTHS = [390, 768, 1440];

/** Title of the step, address, and what the page's heading says. `{id}` is a listing, `{agent}` its agent. */
const PAGES: [step: string, address: string, heading: string | RegExp, complaint?: string][] = [
  ['page:home', '/', /door/i],
  ['page:for-sale', '/for-sale', 'Properties For Sale'],
  [
    'page:for-sale filtered',
    '/for-sale?propertyType=House&bedrooms=3&sort=price_asc',
    'Properties For Sale',
  ],
  ['page:for-sale empty', '/for-sale?searchTerm=zzyzx', 'Properties For Sale'],
  ['page:for-rent', '/for-rent', 'Properties For Rent'],
  ['page:agents', '/agents', 'Meet Our Professional Agents'],
  [
    'page:agent-listings',
    '/agent-listings?agentId={agent}&agentName=Somebody',
    'Listings by Somebody',
  ],
  ['page:agent-listings without agent', '/agent-listings', 'Agent Not Found'],
  ['page:about', '/about', /.+/],
  ['page:contact', '/contact', /.+/],
  ['page:property', '/property/{id}', /.+/],
  ['page:not-found', '/no/such/page', /.+/, 'status of 404'],
  ['page:property not found', '/property/999999', 'Property not found.', 'status of 404'],
];

for (const [step, address, heading, complaint] of PAGES) {
  test(step, async ({ page, request, expectedComplaints }) => {
    if (complaint !== undefined) expectedComplaints.push(complaint);
    const [listing] = (await (await request.get('/api/properties?limit=1')).json()) as [
      { _id: string; agent: { _id: string } },
    ];
    const url = address.replace('{id}', listing._id).replace('{agent}', listing.agent._id);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.goto(url);
        await expectHydrated(page);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
        await expectAccessible(page);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, `sideways scrolling at ${width}`).toBe(0);
      }
    }
  });
}

test('the statuses of pages', async ({ request }) => {
  for (const [address, status] of [
    ['/', 200],
    ['/for-sale?page=2', 200],
    ['/property/999999', 404],
    ['/property/abc', 404],
    ['/no/such/page', 404],
    ['/dashboard', 200],
  ] as const) {
    const answer = await request.get(address);
    expect([address, answer.status()]).toEqual([address, status]);
  }
  expect(await (await request.get('/dashboard')).text()).toMatch(
    /<meta name="robots" content="noindex/,
  );
});

test('what search engines read', async ({ request }) => {
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain('/sitemap.xml');
  const index = await (await request.get('/sitemap.xml')).text();
  expect(index).toContain('/sitemap/1.xml');
  const part = await (await request.get('/sitemap/1.xml')).text();
  const path = /<loc>[^<]*(\/property\/\d+)<\/loc>/.exec(part)?.[1] ?? '';
  const html = await (await request.get(path)).text();
  const blocks = [
    ...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs),
  ].flatMap(
    (match) =>
      JSON.parse(match[1] ?? 'null') as { '@type': string; '@graph'?: { '@type': string }[] },
  );
  const types = blocks.flatMap((block) =>
    [block, ...(block['@graph'] ?? [])].map((one) => one['@type']),
  );
  expect(types).toContain('RealEstateListing');
  expect(types).toContain('BreadcrumbList');
  expect(html).toMatch(/"@type":"Offer"/);
  expect(html).toMatch(/<link rel="canonical" href="http[^"]+\/property\/\d+"/);
  expect(html).toMatch(/<meta property="og:image" content="http[^"]+"/);
});

test('pages allow no script but their own', async ({ request }) => {
  const answer = await request.get('/');
  const policy = answer.headers()['content-security-policy'] ?? '';
  expect(policy).toMatch(/script-src 'self'( '(sha256|nonce)-[^']+')+;/);
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  expect(answer.headers()).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
  });
  const again = await request.get('/', {
    headers: { 'if-none-match': answer.headers()['etag'] ?? '' },
  });
  expect(again.status()).toBe(304);
  expect(again.headers()['content-security-policy']).toBe(policy);
});
