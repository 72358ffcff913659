import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { createResponseCache } from '#server/cache/response-cache.ts';
import { endpoints } from '#shared/api-endpoints.ts';
import { addOffice, addOfficeAgent } from '../offices/office.fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

const MINUTE_MS = 60_000;

let server: TestApp;
let agent: TestUser;
beforeAll(async () => {
  server = await startTestApp();
  agent = await server.addUser({ role: 'agent', name: 'Ann & Bo' });
  return () => server.close();
});

const addPicture = (id: string, text: string | null) =>
  server.db
    .insertInto('property_images')
    .values({
      property_id: id,
      position: 0,
      key: `feed-${id}`,
      width: 2000,
      height: 1500,
      placeholder: 'data:,',
      text,
    })
    .execute();

const minutesAgo = (minutes: number) =>
  new Date(server.clock.now().getTime() - minutes * MINUTE_MS);

/** Returns the text of each element with this name, in order. */
const textsOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}[^>]*>([^<]*)</${name}>`, 'g'))].map(([, text]) => text);

describe('GET /feed.atom', () => {
  const readFeed = async (query: Record<string, string>) =>
    (await server.send(endpoints.getFeed, { query })).body;

  test('contains the newest matching homes, with identifiers, prices, and pictures', async () => {
    const city = 'Feedville';
    const olderHome = await server.addProperty(agent, {
      city,
      title: 'House <b> & garden',
      price: 450_000,
      created_at: minutesAgo(2),
      updated_at: minutesAgo(1),
    });
    const newerHome = await server.addProperty(agent, { city, created_at: minutesAgo(1) });
    await addPicture(olderHome, 'A "red" door');
    await server.addProperty(agent, { city, is_available: false });
    const xml = await readFeed({ city });
    expect(textsOf(xml, 'id')).toEqual([
      'tag:homes.example.org,2026:/feed.atom?city=Feedville',
      `tag:homes.example.org,2026:/property/${newerHome}`,
      `tag:homes.example.org,2026:/property/${olderHome}`,
    ]);
    expect(textsOf(xml, 'updated')[2]).toBe(minutesAgo(1).toISOString());
    expect(textsOf(xml, 'title')[2]).toContain('$450,000: House &#60;b&#62; &#38; garden');
    expect(xml).toContain(
      '<link rel="self" type="application/atom+xml" href="https://homes.example.org/feed.atom?city=Feedville"/>',
    );
    // Escaped twice: HTML in XML.
    expect(textsOf(xml, 'content')[1]).toContain(
      `&#60;img src=&#34;https://homes.example.org/images/feed-${olderHome}/960.webp&#34; alt=&#34;A &#38;#34;red&#38;#34; door&#34;&#62;`,
    );
    expect(textsOf(xml, 'content')[1]).toContain('$450,000');
  });

  test('shortens long descriptions so that a feed stays small', async () => {
    const city = 'Longville';
    await server.addProperty(agent, { city, description: "'".repeat(20_000) });
    await server.addProperty(agent, { city, description: 'a'.repeat(2_000) });
    const [short, long] = textsOf(await readFeed({ city }), 'content');
    expect(short).toContain('a'.repeat(2_000));
    // The apostrophe, escaped twice.
    expect(long?.split('&#38;#39;')).toHaveLength(2_000);
    expect(long).toContain('…');
  });

  test('supports conditional requests and sends the time of the last change', async () => {
    const city = 'Laterville';
    const id = await server.addProperty(agent, { city });
    const send = (headers: Record<string, string>) =>
      server.app.inject({ url: `/feed.atom?city=${city}`, headers });
    const { headers } = await send({});
    const conditionalHeaders = { 'if-modified-since': String(headers['last-modified']) };
    const { rows } = await sql<{ at: Date }>`select max(at) as at from entity_events`.execute(
      server.db,
    );
    expect(headers['last-modified']).toBe(rows[0]?.at.toUTCString());
    expect((await send({ 'if-none-match': String(headers['etag']) })).statusCode).toBe(304);
    expect((await send({ ...conditionalHeaders, 'if-none-match': '"other"' })).statusCode).toBe(
      200,
    );
    // `If-Modified-Since` is ignored because a change with an earlier time can be committed later.
    expect((await send(conditionalHeaders)).statusCode).toBe(200);

    await server.ok(endpoints.toggleAvailability, { as: agent, params: { id } });
    const laterResponse = await send({ 'if-none-match': String(headers['etag']) });
    expect(laterResponse.statusCode).toBe(200);
    expect(laterResponse.body).not.toContain(`/property/${id}`);
  });

  test('credits the agent and office of another office’s home; the embedded page credits the office', async () => {
    const city = 'Sourceville';
    await server.addProperty(agent, {
      city,
      is_under_contract: true,
      attribution: JSON.stringify({
        agentName: 'Jane Doe',
        officeName: 'Hillside Realty',
        agentPhone: null,
        source: 'North MLS',
        disclaimer: 'Deemed reliable & not guaranteed.',
        updatedAt: '2026-03-01T12:00:00.000Z',
      }),
    });
    const [content] = textsOf(await readFeed({ city }), 'content');
    for (const words of [
      'Under contract',
      'Listed by Jane Doe, Hillside Realty',
      'Source: North MLS',
      'Deemed reliable &#38;#38; not guaranteed.',
      'Last updated',
    ])
      expect(content).toContain(words);
    const { body } = await server.app.inject(`/embed?city=${city}`);
    expect(body).toContain('For Sale · Under contract · ');
    expect(body).toContain('<p class="office">Hillside Realty</p>');
  });

  test('can be limited to the homes of an office', async () => {
    const city = 'Officeville';
    const office = await addOffice(server, 'Feed Homes');
    const officeHome = await server.addProperty(await addOfficeAgent(server, office), { city });
    const otherHome = await server.addProperty(agent, { city });
    for (const path of ['/feed.atom', '/embed']) {
      const { body } = await server.app.inject(`${path}?city=${city}&officeId=${office._id}`);
      expect(body).toContain(`/property/${officeHome}`);
      expect(body).not.toContain(`/property/${otherHome}`);
    }
  });

  test('has the same identifier regardless of the order of its filters', async () => {
    const feed = await readFeed({ status: 'For Sale', city: 'Nowhere' });
    const { body } = await server.app.inject(
      '/feed.atom?x=1&city=Nowhere&status=For+Sale&zipCode=',
    );
    expect(body).toBe(feed);
    expect(textsOf(feed, 'updated')).toEqual(['1970-01-01T00:00:00.000Z']);
  });

  test('rejects invalid filters', async () => {
    const { code } = await server.error(endpoints.getFeed, { query: { minPrice: 'x' } });
    expect(code).toBe('VALIDATION_FAILED');
  });

  test('omits a home from the next response after it becomes unavailable, despite the cache', async () => {
    const responseCache = createResponseCache(1024 * 1024);
    responseCache.setLive(true);
    const cachingServer = await startTestApp({ responseCache });
    const owner = await cachingServer.addUser({ role: 'agent' });
    const id = await cachingServer.addProperty(owner);
    const readPages = async () =>
      Promise.all(
        ['/feed.atom', '/embed', '/embed'].map(
          async (url) => (await cachingServer.app.inject(url)).body,
        ),
      );
    for (const body of await readPages()) expect(body).toContain(`/property/${id}`);
    const { headers } = await cachingServer.app.inject('/embed');
    expect(headers['x-frame-options']).toBeUndefined();
    await cachingServer.ok(endpoints.toggleAvailability, { as: owner, params: { id } });
    responseCache.notify('');
    for (const body of await readPages()) expect(body).not.toContain(`/property/${id}`);
    await cachingServer.close();
  });

  test('cannot be framed, unlike the embedded page', async () => {
    const { headers } = await server.app.inject('/feed.atom');
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['content-security-policy']).toContain(`frame-ancestors 'none'`);
  });
});

describe('GET /embed', () => {
  test('shows homes in a frame on any site, without scripts or cookies', async () => {
    const city = 'Frameton';
    const id = await server.addProperty(agent, { city, title: 'A <b> home', status: 'For Rent' });
    await addPicture(id, null);
    const { body, headers } = await server.send(endpoints.getEmbed, { query: { city } });
    expect(headers['content-security-policy']).toContain('frame-ancestors *');
    expect(headers['content-security-policy']).toContain(`default-src 'none'`);
    expect(headers['x-frame-options']).toBeUndefined();
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['x-robots-tag']).toBe('noindex');
    expect(body).toContain(
      `<a href="https://homes.example.org/property/${id}" target="_blank" rel="noopener">`,
    );
    expect(body).toContain(`src="/images/feed-${id}/640.webp"`);
    expect(body).toContain('A &#60;b&#62; home');
    expect(body).not.toMatch(/<script/);
  });

  test('shows the requested number of homes in the requested theme', async () => {
    const city = 'Manyton';
    for (let count = 0; count < 8; count += 1) await server.addProperty(agent, { city });
    const countCards = async (query: Record<string, string>) =>
      (await server.send(endpoints.getEmbed, { query: { city, ...query } })).body.split('<li>')
        .length - 1;
    expect(await countCards({})).toBe(6);
    expect(await countCards({ limit: '2' })).toBe(2);
    expect(await countCards({ limit: '12' })).toBe(8);
    const { body } = await server.send(endpoints.getEmbed, { query: { theme: 'dark' } });
    expect(body).toContain('data-theme="dark"');
  });

  test('shows a message if no homes match', async () => {
    const { body } = await server.send(endpoints.getEmbed, { query: { city: 'Nowhere' } });
    expect(body).toContain('No homes match at the moment.');
  });

  test.each([
    { limit: '0' },
    { limit: '13' },
    { limit: 'x' },
    { theme: 'blue' },
    { minPrice: 'x' },
  ])('rejects %j', async (query) => {
    const { status, code } = await server.error(endpoints.getEmbed, {
      query: query as Record<string, string>,
    });
    expect([status, code]).toEqual([400, 'VALIDATION_FAILED']);
  });
});
