import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Role } from '#shared/schemas/user.ts';
import { resolveSite } from '#shared/site/site-defaults.ts';
import { createPhonePhoto } from '#server/storage/image.fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

let server: TestApp;
let people: Record<Role, TestUser>;

beforeAll(async () => {
  server = await startTestApp();
  people = await server.addPeople();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.deleteFrom('site_settings').execute();
});

const read = () => server.ok(endpoints.getSite);
const exportFile = () => server.ok(endpoints.exportSite, { as: people.admin });

async function change(site: unknown, pictures: Record<string, Buffer> = {}) {
  const form = new FormData();
  form.append('site', JSON.stringify(site));
  for (const [field, content] of Object.entries(pictures)) {
    form.append(field, new Blob([Uint8Array.from(content)]), 'a.jpg');
  }
  return server.ok(endpoints.changeSite, { as: people.admin, form });
}

describe('GET /site/privacy', () => {
  test('returns 404 until a text is set', async () => {
    expect((await server.error(endpoints.getPrivacy)).code).toBe('NOT_FOUND');
    await change({ privacy: '# Hello' });
    expect(await server.ok(endpoints.getPrivacy)).toEqual({ text: '# Hello' });
    await change({ privacy: '  ' });
    expect((await server.error(endpoints.getPrivacy)).code).toBe('NOT_FOUND');
  });
});

describe('GET /site/terms', () => {
  test('returns 404 until a text is set', async () => {
    expect((await server.error(endpoints.getTerms)).code).toBe('NOT_FOUND');
    await change({ terms: 'Be kind.' });
    expect(await server.ok(endpoints.getTerms)).toEqual({ text: 'Be kind.' });
  });
});

describe('GET /site/export', () => {
  test('requires an admin', () => server.expectGuarded(endpoints.exportSite, people));

  test('exports settings that differ from the defaults', async () => {
    const { logo } = await change({ name: 'Oak' }, { logo: await createPhonePhoto(200, 100) });
    const { body, headers } = await server.send(endpoints.exportSite, { as: people.admin });
    expect(body.site).toEqual({ name: 'Oak', logo });
    expect(Object.keys(body.pictures)).toEqual([logo]);
    expect(headers['content-disposition']).toBe('attachment; filename="site-settings.json"');
  });
});

describe('POST /site/import', () => {
  test('requires an admin', () => server.expectGuarded(endpoints.importSite, people));

  test.each(['a file', 'a JSON body', 'a form field'] as const)(
    'restores everything from %s',
    async (source) => {
      await change(
        { name: 'Oak', testimonials: [{ quote: 'Q', name: 'N', role: 'R' }], privacy: 'P' },
        {
          logo: await createPhonePhoto(200, 100),
          'testimonial:0': await createPhonePhoto(300, 300),
        },
      );
      const before = await read();
      const file = await exportFile();
      await change({
        name: 'Other',
        tagline: 'Gone',
        logo: null,
        testimonials: null,
        privacy: null,
      });
      const form = new FormData();
      if (source === 'a file') form.append('file', new Blob([JSON.stringify(file)]), 'site.json');
      else form.append('site', JSON.stringify(file));
      const request = source === 'a JSON body' ? { body: file } : { form };
      const after = await server.ok(endpoints.importSite, { as: people.admin, ...request });
      expect(await read()).toStrictEqual(after);
      const withoutPaths = (site: typeof after) =>
        JSON.stringify({ ...site, pictures: site.pictures.length }).replaceAll(
          /[0-9a-f]{32}/g,
          'key',
        );
      expect(withoutPaths(after)).toBe(withoutPaths(before));
      const pictures = after.pictures.map(({ path }) => server.app.inject(path));
      expect((await Promise.all(pictures)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    },
  );

  test.each([
    ['other JSON', { hello: 1 }],
    ['another version', { format: 'doorstep-site', version: 2, site: {}, pictures: {} }],
    [
      'invalid settings',
      { format: 'doorstep-site', version: 1, site: { accent: 'x' }, pictures: {} },
    ],
    [
      'a missing picture',
      { format: 'doorstep-site', version: 1, site: { logo: '/images/a/full.webp' }, pictures: {} },
    ],
    [
      'an invalid picture',
      { format: 'doorstep-site', version: 1, site: { logo: 'a' }, pictures: { a: 'PHN2Zz4=' } },
    ],
  ])('rejects %s and changes nothing', async (_name, body) => {
    await change({ name: 'Oak' });
    const { status } = await server.error(endpoints.importSite, { as: people.admin, body });
    expect([400, 415]).toContain(status);
    expect(await read()).toStrictEqual(resolveSite({ name: 'Oak' }));
  });
});

describe('GET /site/setup', () => {
  test('requires an admin', () => server.expectGuarded(endpoints.getSiteSetup, people));

  test('lists completed steps', async () => {
    const readCompletedSteps = async () =>
      (await server.ok(endpoints.getSiteSetup, { as: people.admin })).steps
        .filter(({ isDone }) => isDone)
        .map(({ step }) => step);
    expect(await readCompletedSteps()).toEqual(['agent', 'demo']);
    await change({ name: 'Oak', contact: { email: 'a@example.org' }, privacy: 'P', terms: 'T' });
    expect(await readCompletedSteps()).toEqual(['identity', 'contact', 'legal', 'agent', 'demo']);
    const setPolicies = (body: object) =>
      server.ok(endpoints.changePolicies, { as: people.admin, body });
    await setPolicies({ agentSignUp: 'open', secondFactor: 'optional' });
    expect(await readCompletedSteps()).toEqual([
      'identity',
      'contact',
      'legal',
      'agent',
      'agentSignUp',
      'demo',
    ]);
    await setPolicies({ review: 'all', cardArea: 'fixed' });
    expect((await readCompletedSteps()).slice(-4)).toEqual([
      'agentSignUp',
      'review',
      'cardArea',
      'demo',
    ]);
  });
});

describe('POST /site/setup/dismiss', () => {
  test('requires an admin', () => server.expectGuarded(endpoints.dismissSiteSetup, people));

  test('hides the checklist without changing the settings', async () => {
    await change({ name: 'Oak' });
    await server.ok(endpoints.dismissSiteSetup, { as: people.admin });
    const setup = await server.ok(endpoints.getSiteSetup, { as: people.admin });
    expect(setup.isDismissed).toBe(true);
    expect((await read()).name).toBe('Oak');
  });
});
