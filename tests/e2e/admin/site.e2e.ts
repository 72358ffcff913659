/** An admin customizes the site in the browser, and resets it (docs/product/site.md). */

import { actAs, bearer, demoAdmin, makeAccount } from '../support/accounts.ts';
import {
  expect,
  expectAccessible,
  expectHydrated,
  workerSite,
  test as base,
  type WorkerFixtures,
} from '../support/fixtures.ts';
import { waitForEmail } from '../support/emails.ts';
import { makePicture } from '../support/pictures.ts';

/** Uses a separate site because these tests change the site's name and check its emails. */
const test = base.extend<object, WorkerFixtures>({ site: workerSite });
test.slow();

const HOSTILE_TEXT = '"><script>document.title="pwned"</script>';

test('a new name, logo, and texts appear everywhere, and can be reset @full', async ({
  page,
  request,
  site,
  expectedErrors,
}) => {
  expectedErrors.push('status of 404', 'status of 400');
  const admin = await demoAdmin(request);

  await test.step('the setup checklist is shown and can be dismissed', async () => {
    await actAs(page, admin);
    await page.goto('/dashboard/overview');
    const list = page.getByRole('region', { name: 'Make this marketplace yours' });
    for (const step of [
      'Name and logo',
      'Contact details',
      'Legal pages',
      'First agent',
      'Outgoing email',
      'Agent sign-up',
      'Listing review',
      'Area on cards',
    ])
      await expect(list.getByText(step)).toBeVisible();
    await list.getByRole('button', { name: 'Outgoing email' }).click();
    const emailDialog = page.getByRole('dialog', { name: 'Outgoing email' });
    await expect(emailDialog).toContainText('SMTP_URL');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(emailDialog).toBeHidden();
    await list.getByRole('button', { name: 'Dismiss' }).click();
    await expect(list).toBeHidden();
    await expect(page.locator('main')).toBeFocused();
  });

  await test.step('the form previews the settings and rejects a color with too little contrast', async () => {
    await page.getByRole('link', { name: 'Site Settings' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Site Settings' })).toBeVisible();
    await page.getByLabel('Name', { exact: true }).first().fill(`Oak ${HOSTILE_TEXT}`);
    await expect(
      page.getByRole('region', { name: 'Preview' }).getByText('Oak').first(),
    ).toBeVisible();
    const accent = page.getByLabel('Accent color', { exact: true });
    await accent.fill('#ffee00');
    await expect(page.getByText('This color does not stand out enough.')).toBeVisible();
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(
      page.getByRole('alert').filter({ hasText: '4.5:1 with its text' }).first(),
    ).toBeVisible();
    await page.getByRole('button', { name: /^Use #/ }).click();
    await accent.fill('#2563eb');
    await page
      .getByLabel('Logo', { exact: true })
      .setInputFiles(await makePicture('logo.jpg', '#225588'));
    await page.getByLabel('Quote').first().fill('They found us a home.');
    await page
      .getByRole('textbox', { name: 'Privacy Policy' })
      .fill('# Hello\n\n<b>bold</b> [x](javascript:alert(1))');
    await page.getByRole('button', { name: 'Preview: Privacy Policy' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Hello' })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('asks before discarding unsaved changes, and saves them', async () => {
    await page.getByRole('link', { name: 'Overview' }).first().click();
    await page.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Saved. Your changes are live.')).toBeVisible();
    await expect(page).toHaveTitle(`Site Settings | Oak ${HOSTILE_TEXT}`);
  });

  await test.step('public pages show the changes', async () => {
    await page.goto('/privacy');
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible();
    await expect(page.getByText('<b>bold</b>')).toBeVisible();
    for (const path of ['/', '/for-sale', '/agents', '/about', '/contact', '/login']) {
      await page.goto(path);
      await expect(page).toHaveTitle(/Oak /);
      await expect(
        page.getByRole('link', { name: `Oak ${HOSTILE_TEXT}, home page` }).first(),
      ).toBeVisible();
      const accent = await page.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue('--accent').trim(),
      );
      expect(accent).toBe('#2563eb');
    }
    await page.goto('/');
    await expect(page.locator('.bg-brand').first()).toHaveCSS(
      'background-color',
      'rgb(37, 99, 235)',
    );
    await expect(page.getByText('They found us a home.')).toBeVisible();
    const footer = page.getByRole('contentinfo');
    await expect(footer.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute(
      'href',
      '/privacy',
    );
    await expect(footer.getByRole('link', { name: 'Terms of Service' })).toHaveCount(0);
    const manifest = (await (await request.get('/manifest.webmanifest')).json()) as {
      name: string;
      icons: { src: string }[];
    };
    expect(manifest.name).toBe(`Oak ${HOSTILE_TEXT}`);
    for (const { src } of manifest.icons) expect((await request.get(src)).status()).toBe(200);
    const shareImage = await page.locator('meta[property="og:image"]').getAttribute('content');
    expect((await request.get(new URL(shareImage ?? '').pathname)).headers()['content-type']).toBe(
      'image/jpeg',
    );
  });

  await test.step('an email has the name, logo, and accent color', async () => {
    const { email } = await makeAccount(request, 'user');
    const response = await request.post('/api/auth/forgot-password', { data: { email } });
    expect(response.ok()).toBe(true);
    // Sign-ins from new devices send emails, too.
    const message = await waitForEmail(site.dataDir, (text) => text.includes('/reset-password'));
    expect(message).toMatch(/^Subject: .*Oak/m);
    const [, html = ''] = message.split('text/html');
    expect(html).toContain('/site-icons/');
    expect(html).toContain('#2563eb');
    expect(html).not.toContain('<script>');
  });

  await test.step('the server-rendered page escapes the name and has the accent', async () => {
    const html = await (await request.get('/')).text();
    expect(html).not.toContain('<script>document.title');
    expect(html).toContain('data-accent');
  });

  await test.step('the terms page is a 404 if it has no text', async () => {
    expect((await request.get('/terms')).status()).toBe(404);
  });

  await test.step('the changed parts can be reset to their defaults', async () => {
    await page.goto('/dashboard/site-settings');
    for (const part of ['Name and logo', 'Testimonials', 'Legal pages'])
      await page.getByRole('button', { name: `Reset to default: ${part}` }).click();
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Saved. Your changes are live.')).toBeVisible();
    const exportResponse = await request.get('/api/site/export', { headers: bearer(admin) });
    expect(((await exportResponse.json()) as { site: object }).site).toEqual({});
    await page.goto('/');
    await expect(page).toHaveTitle('Doorstep: homes for sale and for rent');
  });
});

test.describe('a very long name', () => {
  test.use({ serviceWorkers: 'allow' });
  const name =
    'Oakwood & Daughters Residential Brokerage of the Greater Willamette Valley and North Coast, Inc.';

  test('fits at every width, in print, and offline @full', async ({
    page,
    request,
    context,
    expectedErrors,
  }) => {
    expectedErrors.push(
      'cross-world service worker resource mismatch',
      'ERR_INTERNET_DISCONNECTED',
      // Lazily loaded parts of the listing may be in flight when the network goes down.
      'ERR_FAILED',
      'status of 503',
    );
    const admin = await demoAdmin(request);
    const saveSite = (site: object) =>
      request.put('/api/site', {
        headers: bearer(admin),
        multipart: { site: JSON.stringify(site) },
      });
    expect((await saveSite({ name })).status()).toBe(200);
    await actAs(page, admin);
    for (const width of [390, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      for (const path of ['/', '/contact', '/login', '/dashboard/site-settings']) {
        await page.goto(path);
        await expectHydrated(page);
        const overflowPx = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflowPx, `${path} at ${width}`).toBe(0);
        const preview = page.getByRole('region', { name: 'Preview' });
        if (await preview.isVisible())
          expect((await preview.boundingBox())?.width).toBeLessThan(width);
      }
    }
    await page.goto('/');
    for (const link of await page.getByRole('navigation', { name: 'Main' }).getByRole('link').all())
      expect((await link.boundingBox())?.height).toBeLessThan(80);
    await expect(page.getByRole('contentinfo')).toContainText('North Coast, Inc. All rights');

    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.goto('/contact');
    await page.waitForFunction(async () => (await caches.match('/contact')) !== undefined);
    await page.goto('/');
    await page.getByRole('article').getByRole('link').first().click();
    await expect(page).toHaveURL(/\/property\/\d+$/);
    await expectHydrated(page);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('main').getByText(name, { exact: true })).toBeVisible();
    await page.emulateMedia({ media: 'screen' });

    await context.setOffline(true);
    await page.goto('/contact');
    await expect(page.getByText(name).first()).toBeVisible();
    await page.goto('/about?not-cached=1');
    await expect(page).toHaveTitle(`You’re offline | ${name}`);
    await context.setOffline(false);
    expect((await saveSite({ name: null })).status()).toBe(200);
  });
});

test('saving a policy does not undo another admin’s change to a different one', async ({
  page,
  request,
}) => {
  const admin = await demoAdmin(request);
  const changePolicies = (data: object) =>
    request.put('/api/policies', { headers: bearer(admin), data });
  await actAs(page, admin);
  await page.goto('/dashboard/policies');
  const actualArea = page.locator('input[name="cardArea"][value="actual"]');
  await expect(actualArea).not.toBeChecked();
  expect((await changePolicies({ review: 'all' })).status()).toBe(200);
  await actualArea.check();
  const saved = page.getByText('The policies now apply.');
  await page.getByRole('button', { name: 'Save Policies' }).click();
  await expect(saved).toBeVisible();
  const response = await request.get('/api/policies', { headers: bearer(admin) });
  expect(await response.json()).toMatchObject({ review: 'all', cardArea: 'actual' });
  await changePolicies({ review: 'none', cardArea: 'fixed' });
});
