import { readdir } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Role } from '#shared/schemas/user.ts';
import { resolveSite } from '#shared/site/site-defaults.ts';
import { createPhonePhoto } from '#server/storage/image.fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

let server: TestApp;
let people: Record<Role, TestUser>;
let photo: Buffer;
let logo: Buffer;

beforeAll(async () => {
  server = await startTestApp();
  people = await server.addPeople();
  photo = await createPhonePhoto(640, 480);
  logo = await sharp({
    create: { width: 300, height: 80, channels: 4, background: { r: 9, g: 9, b: 90, alpha: 0.4 } },
  })
    .png()
    .toBuffer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.deleteFrom('site_settings').execute();
});

type Files = Record<string, { content: Uint8Array; name: string }>;

/** Builds the form of `PUT /site`. */
function buildForm(site: unknown, files: Files = {}): FormData {
  const form = new FormData();
  if (site !== undefined) form.append('site', JSON.stringify(site));
  for (const [field, { content, name }] of Object.entries(files)) {
    form.append(field, new Blob([Uint8Array.from(content)]), name);
  }
  return form;
}

const change = (site: unknown, files: Files = {}) =>
  server.ok(endpoints.changeSite, { as: people.admin, form: buildForm(site, files) });
const expectRejection = (site: unknown, files: Files = {}) =>
  server.error(endpoints.changeSite, { as: people.admin, form: buildForm(site, files) });
const read = () => server.ok(endpoints.getSite);

/** Returns the keys of all stored pictures. */
async function listStoredKeys(): Promise<string[]> {
  const files = await readdir(server.imageFolder, { recursive: true }).catch(() => []);
  return files.filter((file) => /[0-9a-f]{32}$/.test(file)).map((file) => file.slice(-32));
}

describe('GET /site', () => {
  test('returns the defaults until something is changed', async () => {
    const site = await read();
    expect(site).toStrictEqual(resolveSite({}));
    expect(site).toMatchObject({ name: 'Doorstep', logo: null, accent: null, privacy: null });
  });

  test('does not reveal who changed the settings, and requires revalidation', async () => {
    await change({ name: 'Oak & Key' });
    const { body, headers } = await server.send(endpoints.getSite);
    expect(JSON.stringify(body)).not.toContain(people.admin.email);
    expect(headers).toMatchObject({ 'cache-control': 'no-cache' });
  });
});

describe('PUT /site', () => {
  test('requires an admin', async () => {
    await server.expectGuarded(endpoints.changeSite, people, { form: buildForm({ name: 'Mine' }) });
    expect((await read()).name).toBe('Doorstep');
  });

  test('changes only the sent settings and resets those that are null', async () => {
    await change({ name: ' Oak & Key ', contact: { phone: '555-0100' }, accent: '#0F766E' });
    const changedSite = await change({
      contact: { city: 'Austin' },
      hero: { heading: 'Come home.' },
    });
    expect(changedSite).toMatchObject({
      name: 'Oak & Key',
      accent: '#0f766e',
      contact: { phone: '555-0100', city: 'Austin', street: '12 Example Street' },
      hero: { heading: 'Come home.', eyebrow: 'Homes for sale and for rent' },
    });
    expect(await read()).toStrictEqual(changedSite);
    const resetSite = await change({
      name: null,
      contact: { phone: null },
      hero: null,
      accent: null,
    });
    expect(resetSite).toStrictEqual(resolveSite({ contact: { city: 'Austin' } }));
  });

  test('uses the new name in default sentences and stores no defaults', async () => {
    const { about } = await change({
      name: 'Oak & Key',
      about: { text: resolveSite({}).about.text },
    });
    expect(about.text).toContain('Doorstep brings');
    await change({ name: null });
    expect((await change({ name: 'Oak & Key' })).about.text).toContain('Oak & Key brings');
    const row = await server.db.selectFrom('site_settings').selectAll().executeTakeFirstOrThrow();
    expect(row.settings).toEqual({ name: 'Oak & Key' });
  });

  test('stores and shows pictures and deletes replaced ones', async () => {
    const storedCount = (await listStoredKeys()).length;
    const first = await change(
      { testimonials: [{ quote: 'Good.', name: 'Zoe', role: '' }] },
      {
        logo: { content: logo, name: 'logo.png' },
        heroImage: { content: photo, name: 'hero.jpg' },
        'testimonial:0': { content: photo, name: 'zoe.jpg' },
        'team:2': { content: photo, name: 'priya.jpg' },
      },
    );
    expect(first.pictures).toHaveLength(4);
    expect(first.testimonials[0]?.avatar).toMatch(/^\/images\/[0-9a-f]{32}\/full\.webp$/);
    expect(first.about.team.map(({ name }) => name)).toContain('Priya Sample');
    expect(first.about.team[0]?.image).toBe('/images/demo-portrait-16/full.webp');
    const response = await server.app.inject(first.logo ?? '');
    const { width, height, hasAlpha } = await sharp(response.rawPayload).metadata();
    expect({ width, height, hasAlpha }).toEqual({ width: 300, height: 80, hasAlpha: true });
    const second = await change(
      { hero: { image: null }, testimonials: first.testimonials },
      { logo: { content: logo, name: 'logo.png' } },
    );
    expect(second.logo).not.toBe(first.logo);
    expect(second.hero.image).toBeNull();
    expect(second.testimonials).toEqual(first.testimonials);
    expect(await listStoredKeys()).toHaveLength(storedCount + 3);
    await change({ logo: null, testimonials: null, about: null });
    expect(await listStoredKeys()).toHaveLength(storedCount);
  });

  test('records changes in the audit log', async () => {
    await change({ name: 'Oak & Key', hero: { text: 'Hello.' } });
    await change({ name: null });
    const entries = await server.ok(endpoints.listAudit, {
      as: people.admin,
      query: { entity: 'site' },
    });
    expect(entries.slice(0, 2)).toMatchObject([
      { action: 'site.changed', changes: { name: ['Oak & Key', null] } },
      { changes: { name: [null, 'Oak & Key'], 'hero.text': [null, 'Hello.'] } },
    ]);
  });

  test.each([
    ['a name that is too long', { name: 'x'.repeat(101) }, 'name'],
    ['an empty name', { name: ' ' }, 'name'],
    ['a name on two lines', { name: 'Oak\r\nBcc: all@example.org' }, 'name'],
    ['a tagline that is too long', { tagline: 'x'.repeat(301) }, 'tagline'],
    [
      'a text about the site that is too long',
      { about: { text: 'x'.repeat(5_001) } },
      'about.text',
    ],
    ['a legal text that is too long', { privacy: 'x'.repeat(100_001) }, 'privacy'],
    ['a NUL', { terms: 'a\0b' }, 'terms'],
    ['an object instead of a list', { testimonials: {} }, 'testimonials'],
    [
      'too many testimonials',
      { testimonials: repeat(13, { quote: 'q', name: 'n', role: 'r' }) },
      'testimonials',
    ],
    ['too many people', { about: { team: repeat(25, { name: 'n', role: 'r' }) } }, 'about.team'],
    ['too many values', { about: { values: repeat(9, { title: 't', text: '' }) } }, 'about.values'],
    [
      'too many numbers',
      { about: { stats: repeat(9, { label: 'l', value: '1' }) } },
      'about.stats',
    ],
    [
      'too many links',
      { social: repeat(9, { kind: 'x', url: 'https://x.example.org' }) },
      'social',
    ],
    [
      'a link with a script',
      { social: [{ kind: 'x', url: 'javascript:alert(1)' }] },
      'social.0.url',
    ],
    [
      'a link without TLS',
      { social: [{ kind: 'x', url: 'http://x.example.org' }] },
      'social.0.url',
    ],
    [
      'a NUL in a link',
      { social: [{ kind: 'x', url: 'https://x.example.org/a\0b' }] },
      'social.0.url',
    ],
    [
      'a lone surrogate in a link',
      { social: [{ kind: 'x', url: 'https://x.example.org/\uD83C' }] },
      'social.0.url',
    ],
    [
      'an unknown kind of link',
      { social: [{ kind: 'myspace', url: 'https://x.example.org' }] },
      'social.0.kind',
    ],
    ['an invalid email address', { contact: { email: 'invalid' } }, 'contact.email'],
    ['an invalid color', { accent: 'red' }, 'accent'],
    ['a color with too little contrast to the page', { accent: '#ffee00' }, 'accent'],
    ['a color with too little contrast in dark mode', { accent: '#0a0a20' }, 'accent'],
    ['a picture from another site', { logo: 'https://evil.example/x.png' }, 'logo'],
    [
      'a picture that is not the site’s',
      { hero: { image: '/images/demo-home-01/full.webp' } },
      'hero.image',
    ],
    ['a list instead of an object', ['x'], ''],
  ])('rejects %s and changes nothing', async (_name, site, path) => {
    await change({ name: 'Oak & Key' });
    const before = await read();
    const { code, errors } = await expectRejection(site);
    expect(code).toBe('VALIDATION_FAILED');
    expect(errors?.map((error) => error.path)).toContain(path);
    expect(await read()).toStrictEqual(before);
  });

  test('explains the contrast that an accent needs', async () => {
    const { message } = await expectRejection({ accent: '#ffffff' });
    expect(message).toContain(
      '4.5:1 with its text and 3:1 with the page, in both light and dark mode',
    );
  });

  test('rejects unknown fields and files that are not pictures, and stores nothing', async () => {
    const storedKeys = await listStoredKeys();
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    );
    const rejections = [
      await expectRejection({ name: 'X' }, { logo: { content: svg, name: 'logo.svg' } }),
      await expectRejection(
        {},
        {
          heroImage: { content: photo, name: 'a.jpg' },
          logo: { content: svg, name: 'logo.png' },
        },
      ),
      await expectRejection(
        { testimonials: [] },
        { 'testimonial:0': { content: photo, name: 'a.jpg' } },
      ),
      await expectRejection({}, { 'team:N': { content: photo, name: 'a.jpg' } }),
      await expectRejection({}, { __proto__x: { content: photo, name: 'a.jpg' } }),
    ];
    expect(rejections.map(({ status }) => status)).toEqual([415, 415, 400, 400, 400]);
    expect(await read()).toStrictEqual(resolveSite({}));
    expect(await listStoredKeys()).toEqual(storedKeys);
  });

  test('accepts the longest legal documents, even with multi-byte characters', async () => {
    const text = 'ж'.repeat(100_000);
    const { privacy, terms } = await change({ privacy: text, terms: text });
    expect([privacy?.length, terms?.length]).toEqual([100_000, 100_000]);
  });

  test('stores markup as plain text', async () => {
    const name = '</title><script>alert(1)</script>';
    expect((await change({ name, __proto__: { accent: 'x' } })).name).toBe(name);
  });

  test('rejects invalid JSON in the form, and a JSON body instead of a form', async () => {
    const form = new FormData();
    form.append('site', '{');
    const error = await server.error(endpoints.changeSite, { as: people.admin, form });
    expect(error.errors?.[0]?.path).toBe('site');
    const json = await server.error(endpoints.changeSite, { as: people.admin, body: {} });
    expect(json.code).toBe('UNSUPPORTED_TYPE');
  });

  test('saves two concurrent changes', async () => {
    await Promise.all([change({ name: 'Oak' }), change({ tagline: 'Homes.' })]);
    expect(await read()).toMatchObject({ name: 'Oak', tagline: 'Homes.' });
  });
});

function repeat<T>(count: number, entry: T): T[] {
  return Array.from({ length: count }, () => entry);
}
