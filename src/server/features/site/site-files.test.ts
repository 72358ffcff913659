import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { siteIconPath } from '#shared/site/site-icons.ts';
import { createResponseCache } from '#server/cache/response-cache.ts';
import { defaultMailSite } from '#server/mail/mail-site.ts';
import { createPhonePhoto } from '#server/storage/image.fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { toMailSite } from './site-mail.ts';
import { createSiteReader } from './site-reader.ts';

let server: TestApp;
let admin: TestUser;
let photo: Buffer;

beforeAll(async () => {
  server = await startTestApp();
  admin = await server.addUser({ role: 'admin' });
  photo = await createPhonePhoto(640, 480);
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.deleteFrom('site_settings').execute();
});

async function change(site: unknown, pictures: Record<string, Buffer> = {}) {
  const form = new FormData();
  form.append('site', JSON.stringify(site));
  for (const [field, content] of Object.entries(pictures)) {
    form.append(field, new Blob([Uint8Array.from(content)]), 'a.jpg');
  }
  return server.ok(endpoints.changeSite, { as: admin, form });
}

const reader = () => createSiteReader(server.db, () => null);
const HOSTILE_TEXT = '</span><script>alert(1)</script> & "Sons"';

describe('the web manifest', () => {
  type Manifest = { name: string; theme_color: string; icons: { src: string; sizes: string }[] };
  const read = async () => {
    const response = await server.app.inject('/manifest.webmanifest');
    expect(response.headers['content-type']).toBe('application/manifest+json');
    return response.json<Manifest>();
  };

  test('has the default name, color, and icons until they are changed', async () => {
    const { name, theme_color, icons } = await read();
    expect({ name, theme_color }).toEqual({ name: 'Doorstep', theme_color: '#fbf8f3' });
    expect(icons.map(({ src }) => src)).toEqual([
      '/icon-192.png',
      '/icon-512.png',
      '/icon-maskable-192.png',
      '/icon-maskable-512.png',
      '/favicon.svg',
    ]);
  });

  test('has the site’s name, accent, and icons', async () => {
    await change({ name: HOSTILE_TEXT, accent: '#0f766e' }, { logo: photo });
    const { name, theme_color, icons } = await read();
    expect({ name, theme_color }).toEqual({ name: HOSTILE_TEXT, theme_color: '#0f766e' });
    for (const { src, sizes } of icons) {
      const icon = await server.app.inject(src);
      const { width, height, format } = await sharp(icon.rawPayload).metadata();
      expect({ sizes: `${width}x${height}`, format }).toEqual({ sizes, format: 'png' });
    }
  });
});

test('icons exist only for the current logo', async () => {
  const { logo } = await change({}, { logo: photo });
  const path = siteIconPath(logo ?? '', 'icon-48');
  const status = async (url: string) => (await server.app.inject(url)).statusCode;
  expect(await status(path)).toBe(200);
  expect(await status(path.replace('icon-48', 'icon-4800'))).toBe(404);
  expect(await status(path.replace('icon-48', 'toString'))).toBe(404);
  expect(await status('/site-icons/demo-auth/icon-48.png')).toBe(404);
  await change({ logo: null });
  expect(await status(path)).toBe(404);
});

describe('the link preview picture', () => {
  test('is the built-in one by default', async () => {
    expect((await reader().read()).shareImage).toBeNull();
  });

  test.each([
    ['with pictures', { heroImage: true, logo: true }],
    ['without pictures', {}],
  ])(
    'is rendered at the standard size %s, and its URL changes with the settings',
    async (_name, fields) => {
      const pictures = Object.fromEntries(Object.keys(fields).map((field) => [field, photo]));
      await change(
        { name: HOSTILE_TEXT, hero: { heading: 'W'.repeat(100) }, accent: '#0f766e' },
        pictures,
      );
      const { shareImage } = await reader().read();
      const response = await server.app.inject(shareImage ?? '');
      const { width, height, format } = await sharp(response.rawPayload).metadata();
      expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'jpeg' });
      await change({ name: 'Other' });
      expect((await server.app.inject(shareImage ?? '')).statusCode).toBe(404);
    },
  );
});

test('a file is rendered once, regardless of the query in its URL', async () => {
  let isCounting = false;
  let openCount = 0;
  const images = {
    ...server.images,
    open: (...args: Parameters<typeof server.images.open>) => {
      if (isCounting) openCount += 1;
      return server.images.open(...args);
    },
  };
  const cache = createResponseCache(1024 * 1024);
  cache.setLive(true);
  const cachingServer = await startTestApp({ images, responseCache: cache });
  const as = await cachingServer.addUser({ role: 'admin' });
  const form = new FormData();
  for (const part of ['logo', 'heroImage'])
    form.append(part, new Blob([Uint8Array.from(photo)]), 'a.jpg');
  const { logo } = await cachingServer.ok(endpoints.changeSite, { as, form });
  const { shareImage } = await createSiteReader(cachingServer.db, () => null).read();
  isCounting = true;
  for (const path of [shareImage ?? '', siteIconPath(logo ?? '', 'icon-48')]) {
    openCount = 0;
    const first = await cachingServer.app.inject(path);
    const firstOpenCount = openCount;
    expect(firstOpenCount).toBeGreaterThan(0);
    const other = await cachingServer.app.inject(`${path}?x=1`);
    expect(other.statusCode).toBe(200);
    expect(other.rawPayload).toEqual(first.rawPayload);
    expect(openCount).toBe(firstOpenCount);
  }
  await cachingServer.close();
});

test('files are rendered one at a time, even without a cache', async () => {
  let openCount = 0;
  let maxOpenCount = 0;
  const images = {
    ...server.images,
    open: async (...args: Parameters<typeof server.images.open>) => {
      openCount += 1;
      maxOpenCount = Math.max(maxOpenCount, openCount);
      // Lets the other requests start.
      await new Promise((resolve) => setImmediate(resolve));
      openCount -= 1;
      return server.images.open(...args);
    },
  };
  const uncachedServer = await startTestApp({ images });
  const as = await uncachedServer.addUser({ role: 'admin' });
  const form = new FormData();
  form.append('heroImage', new Blob([Uint8Array.from(photo)]), 'a.jpg');
  await uncachedServer.ok(endpoints.changeSite, { as, form });
  const { shareImage } = await createSiteReader(uncachedServer.db, () => null).read();
  maxOpenCount = 0;
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => uncachedServer.app.inject(shareImage ?? '')),
  );
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(maxOpenCount).toBe(1);
  await uncachedServer.close();
});

test('page settings include whether legal documents exist, but not their text', async () => {
  await change({ name: 'Oak', terms: 'secret words' });
  const site = await reader().read();
  expect(site).toMatchObject({ name: 'Oak', hasTerms: true, hasPrivacy: false });
  expect(JSON.stringify(site)).not.toContain('secret words');
});

test('settings are cached until public data changes', async () => {
  let version: number | null = 1;
  const reader = createSiteReader(server.db, () => version);
  await change({ name: 'Oak' });
  expect((await reader.read()).name).toBe('Oak');
  await change({ name: 'Elm' });
  expect((await reader.read()).name).toBe('Oak');
  version = 2;
  expect((await reader.read()).name).toBe('Elm');
});

test('emails use the name, the logo, and an accent that contrasts with white text', async () => {
  const url = 'https://homes.example';
  expect(toMailSite(await reader().read(), url)).toEqual(defaultMailSite(url));
  const { logo } = await change({ name: 'Oak', accent: '#cf6f2e' }, { logo: photo });
  const mail = toMailSite(await reader().read(), url);
  expect(mail).toMatchObject({ name: 'Oak', logoUrl: url + siteIconPath(logo ?? '', 'icon-96') });
  expect(mail.accent).not.toBe('#cf6f2e');
});
