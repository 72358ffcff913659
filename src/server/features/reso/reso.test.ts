import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { buildPropertyRow } from '#tests/factories/build-property-row.ts';
import { SEED } from '#tests/helpers/seed.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { ODataError } from './odata/odata-error.ts';
import { parseFilter } from './odata/parse-filter.ts';

/** Equal for most listings, so paging needs a tiebreaker. */
const UPDATED_AT = new Date('2026-03-01T00:00:00Z');

let server: TestApp;
let secret: string;
let agent: TestUser;
beforeAll(async () => {
  server = await startTestApp();
  const admin = await server.addUser({ role: 'admin' });
  agent = await server.addUser({ role: 'agent' });
  const key = await server.ok(endpoints.createApiKey, {
    as: admin,
    body: { name: 'Portal', scopes: ['reso:read'] },
  });
  secret = key.clientSecret;
  await server.db
    .insertInto('properties')
    .values([
      ...Array.from({ length: 7 }, (_, index) =>
        buildPropertyRow(agent._id, {
          price: 100_000 + index,
          year_built: index % 2 ? 1990 : null,
          updated_at: UPDATED_AT,
        }),
      ),
      buildPropertyRow(agent._id, {
        features: ['dishwasher', 'washer_dryer'],
        updated_at: UPDATED_AT,
      }),
      buildPropertyRow(agent._id, {
        address: '12 Elm Street',
        zip_code: '78701-4321',
        is_address_displayed: false,
      }),
      buildPropertyRow(agent._id, { is_available: false }),
      buildPropertyRow(agent._id, { is_available: false, is_off_market: true }),
    ])
    .execute();
});
afterAll(() => server.close());

type Body = {
  value: Record<string, unknown>[];
  error?: { code: string; message: string; target: string | null };
  '@odata.count'?: number;
  '@odata.nextLink'?: string;
};
async function get(
  path: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'POST' = 'GET',
) {
  const response = await server.app.inject({
    method,
    url: path.startsWith('/reso') ? path : `/reso/odata/${path}`,
    headers: { authorization: `Bearer ${secret}`, ...headers },
  });
  const isJson = String(response.headers['content-type']).includes('json');
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    body: (isJson ? response.json() : {}) as Body,
  };
}
/** Returns this thread's CPU time since `before`, which other work on a busy machine does not affect. */
function measureCpuMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

const filter = async (text: string, rest = '') =>
  get(`Property?$filter=${encodeURIComponent(text)}${rest}`);

describe('the RESO Web API', () => {
  it('requires an API key, is read-only, and rejects unknown resources, records, fields, and options', async () => {
    expect((await get('Property', { authorization: '' })).status).toBe(401);
    expect((await get('Property', { authorization: 'Bearer nothing' })).status).toBe(401);
    const response = await get('Property', {}, 'POST');
    expect([response.status, response.body.error?.code]).toEqual([405, '405']);
    expect((await get('Nothing')).status).toBe(404);
    expect((await get("Property('999999')")).status).toBe(404);
    expect((await get('Property?$select=Nothing')).status).toBe(400);
    expect((await get('Property?$nothing=1')).status).toBe(400);
  });

  it('serves its metadata', async () => {
    const xml = await get('$metadata');
    expect(xml.headers['content-type']).toContain('application/xml');
    expect(xml.text).toContain(
      '<EntityType Name="Property"><Key><PropertyRef Name="ListingKey"/></Key>',
    );
    expect(xml.text).toContain(
      'Annotation Term="RESO.OData.Metadata.LookupName" String="StandardStatus"',
    );
    const json = await get('$metadata?$format=json');
    expect(json.body).toMatchObject({ $Version: '4.01' });
    expect((await get('/reso/odata')).body.value.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'Property',
        'Member',
        'Office',
        'Media',
        'OpenHouse',
        'Lookup',
        'EntityEvent',
        'Field',
      ]),
    );
    expect((await get('', { 'odata-maxversion': '4.0' })).headers['odata-version']).toBe('4.0');
  });

  it.each(['Property', 'Member', 'Office', 'Media', 'OpenHouse', 'Lookup', 'EntityEvent', 'Field'])(
    'serves %s',
    async (name) => {
      const { status, body } = await get(`${name}?$count=true&$top=2`);
      expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
    },
  );

  it('returns every record exactly once in each sort order', async () => {
    for (const order of [
      '',
      'ModificationTimestamp',
      'ModificationTimestamp,ListingKey',
      'ModificationTimestamp desc',
      'YearBuilt',
      'YearBuilt desc',
      'ListPrice desc',
      'City,YearBuilt desc,ListPrice',
    ]) {
      const keys: unknown[] = [];
      let next: string | undefined =
        `Property?$select=ListingKey&$orderby=${encodeURIComponent(order)}`;
      while (next !== undefined) {
        const { body, status } = await get(next.replace(/^https?:\/\/[^/]+/, ''), {
          prefer: 'odata.maxpagesize=2',
        });
        expect(status).toBe(200);
        keys.push(...body.value.map(({ ListingKey }) => ListingKey));
        next = body['@odata.nextLink'];
      }
      expect({ order, total: keys.length, unique: new Set(keys).size }).toEqual({
        order,
        total: 11,
        unique: 11,
      });
    }
    const firstPage = await get('Property?$top=3&$skip=1', { prefer: 'maxpagesize=2' });
    expect(firstPage.body.value).toHaveLength(2);
    expect(firstPage.body['@odata.nextLink']).toContain('top=1');
  });

  it('includes every record even if records change during paging', async () => {
    const seen = new Set<unknown>();
    const all = (await get('Property?$select=ListingKey')).body.value;
    let next: string | undefined = 'Property?$select=ListingKey&$orderby=ModificationTimestamp';
    for (let minute = 0; next !== undefined && minute < 30; minute += 1) {
      const page = await get(next.replace(/^https?:\/\/[^/]+/, ''), {
        prefer: 'odata.maxpagesize=2',
      });
      for (const { ListingKey } of page.body.value) seen.add(ListingKey);
      next = page.body['@odata.nextLink'];
      // Moves one record already seen and one not yet seen to the end, until every record has
      // moved.
      for (const { ListingKey } of minute < 5
        ? [all[minute], all.at(-1 - minute)].filter((record) => record !== undefined)
        : [])
        await server.db
          .updateTable('properties')
          .set({ updated_at: new Date(Date.UTC(2026, 5, 1, 0, minute)) })
          .where('id', '=', String(ListingKey))
          .execute();
    }
    await server.db.updateTable('properties').set({ updated_at: UPDATED_AT }).execute();
    expect(next).toBeUndefined();
    expect(seen.size).toBe(all.length);
  });

  it.each([
    ['a deeply nested $expand', `$expand=${'Media($expand='.repeat(500)}Media${')'.repeat(500)}`],
    ['a very long number', `$top=${'9'.repeat(7_000)}`],
    ['a long $orderby list', `$orderby=${'City,'.repeat(1_500)}City`],
  ])('rejects %s within 50 ms', async (_name, query) => {
    const reject = async () => {
      const before = process.threadCpuUsage();
      expect((await get(`Property?${query}`)).status).toBe(400);
      return measureCpuMs(before);
    };
    // The first request also loads modules.
    expect(Math.min(await reject(), await reject())).toBeLessThan(50);
  });

  it.each([
    ['ListPrice ge 100003 and ListPrice lt 100006', 3],
    ["StandardStatus eq 'Closed' or StandardStatus in ('Withdrawn')", 2],
    ['YearBuilt eq null', 8],
    ['not (YearBuilt eq 1990)', 8],
    ["Appliances/any(x:x eq 'Washer')", 1],
    ["Appliances/any() and Appliances/all(x:x ne 'None')", 1],
    [
      "startswith(tolower(City),'aus') and contains(Title,'Quiet') and endswith(PostalCode,'01')",
      11,
    ],
    ['ModificationTimestamp le now() and date(ModificationTimestamp) eq 2026-03-01', 11],
    ['ModificationTimestamp ge 2026-03-01T00:00:00Z and InternetAddressDisplayYN eq false', 1],
    ["UnparsedAddress eq '12 Elm Street'", 0],
  ])('filters by %s', async (text, count) => {
    const { body } = await filter(text, '&$count=true&$select=ListingKey,ModificationTimestamp');
    expect({ error: body.error, count: body['@odata.count'] }).toEqual({ error: undefined, count });
  });

  it.each([
    'Nothing eq 1',
    "ListPrice eq 'a'",
    'ListPrice',
    "City eq 'a",
    'ListPrice eq 1 2',
    'nothing(City)',
    'ListPrice eq 2026-02-31',
    'City eq \u0000',
  ])('rejects %s', async (text) => {
    expect((await filter(text)).status).toBe(400);
  });

  it('expands pictures, agent, and office, and hides withheld addresses', async () => {
    const { body } = await filter(
      'InternetAddressDisplayYN eq false',
      '&$expand=Media,ListAgent,ListOffice&$select=UnparsedAddress,PostalCode',
    );
    expect(body.value).toMatchObject([
      {
        UnparsedAddress: 'Address withheld',
        PostalCode: '78701',
        Media: [],
        ListAgent: { MemberKey: expect.any(String) as string },
        ListOffice: null,
      },
    ]);
    expect(body.value[0]).not.toHaveProperty('ListAgentKey');
  });

  it('returns the key of the originating system, but none that is derived from the address or generated by this site', async () => {
    const { id } = await server.db
      .insertInto('properties')
      .values(buildPropertyRow(agent._id))
      .returning('id')
      .executeTakeFirstOrThrow();
    const readKeyOf = async (listing: { listing_key: string; is_displayed?: boolean }) => {
      await server.db.updateTable('properties').set(listing).where('id', '=', id).execute();
      return (await get(`Property('${id}')?$select=OriginatingSystemKey`)).body;
    };
    expect(await readKeyOf({ listing_key: 'source:1:A-17' })).toMatchObject({
      OriginatingSystemKey: 'A-17',
    });
    expect(await readKeyOf({ listing_key: `row-${'0f'.repeat(16)}` })).toMatchObject({
      OriginatingSystemKey: null,
    });
    expect(await readKeyOf({ listing_key: `doorstep-${id}-0123456789ab` })).toMatchObject({
      OriginatingSystemKey: null,
    });
    const otherSiteKey = `doorstep-9${id}-0123456789ab`;
    expect(await readKeyOf({ listing_key: otherSiteKey })).toMatchObject({
      OriginatingSystemKey: otherSiteKey,
    });
    expect(await readKeyOf({ listing_key: 'A-17', is_displayed: false })).toMatchObject({
      OriginatingSystemKey: null,
    });
    await server.db.deleteFrom('properties').where('id', '=', id).execute();
  });

  it('returns only the withdrawal of a home that must not be displayed', async () => {
    const { id } = await server.db
      .insertInto('properties')
      .values(
        buildPropertyRow(agent._id, {
          title: 'A secluded home',
          address: '99 Hidden Lane',
          zip_code: '78701-4321',
          latitude: 30.1234,
          mls_number: 'H-99',
          is_displayed: false,
        }),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    const { body } = await get(`Property('${id}')`);
    expect(body).toMatchObject({
      StandardStatus: 'Withdrawn',
      InternetEntireListingDisplayYN: false,
      UnparsedAddress: 'Address withheld',
      PostalCode: '78701',
      Latitude: 30.12,
      Title: null,
      PublicRemarks: null,
      ListingId: null,
    });
    for (const text of [
      "contains(Title,'secluded')",
      "UnparsedAddress eq '99 Hidden Lane'",
      'Latitude eq 30.1234',
    ])
      expect((await filter(text)).body.value).toEqual([]);
    await server.db.deleteFrom('properties').where('id', '=', id).execute();
  });

  it('gives new events higher numbers than earlier events', async () => {
    const before = (await get('EntityEvent?$orderby=EntityEventSequence desc&$top=1')).body
      .value[0];
    await server.db
      .updateTable('properties')
      .set({ price: 5 })
      .where('price', '=', 100_000)
      .execute();
    const { body } = await get(
      `EntityEvent?$filter=EntityEventSequence gt ${String(before?.['EntityEventSequence'])}`,
    );
    expect(body.value).toMatchObject([{ ResourceName: 'Property' }]);
    expect((await get('EntityEvent?$count=true&$top=0')).body['@odata.count']).toBeGreaterThan(10);
  });
});

it('numbers and deletes events in batches, including those that were never read', async () => {
  const countEvents = async () => {
    const { rows } = await sql<{ old: number; waiting: number }>`
      select count(*) filter (where at < now() - interval '30 days')::int as old,
        count(*) filter (where sequence is null)::int as waiting
      from entity_events`.execute(server.db);
    return rows[0];
  };
  // Numbers all events of the tests above.
  await get('EntityEvent?$top=1');
  await sql`
    insert into entity_events (resource, record_key, at)
    select 'Property', 1, now() - case when n > 12000 then interval '1 day' else interval '60 days' end
    from generate_series(1, 24000) n`.execute(server.db);
  expect((await get('EntityEvent?$top=1')).status).toBe(200);
  expect(await countEvents()).toEqual({ old: 12_000, waiting: 14_000 });
  await server.runJobs(new Date());
  expect(await countEvents()).toEqual({ old: 0, waiting: 0 });
});

describe('long URLs', () => {
  let port: string;
  beforeAll(async () => {
    ({ port } = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })));
  });
  const request = async (query: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/reso/odata/Property?${query}`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    return { status: response.status, body: (await response.json()) as Body };
  };
  const buildContainsFilter = (length: number) =>
    `$filter=${encodeURIComponent(`contains(Title,'${'房'.repeat(length)}')`)}`;

  it('accepts a filter of 8,000 characters, even if URL encoding makes it nine times as long', async () => {
    expect(await request(buildContainsFilter(7_982))).toMatchObject({
      status: 200,
      body: { value: [] },
    });
  });

  it.each([
    [20_000, '400', '$filter has more than 8,000 characters.', '$filter'],
    [79_000, '400', '$filter has more than 8,000 characters.', '$filter'],
    [90_000, '413', 'The query is too long.', null],
  ])('rejects a filter of %i characters', async (length, code, message, target) => {
    expect(await request(`$filter=${'('.repeat(length)}`)).toEqual({
      status: Number(code),
      body: { error: { code, message, target, details: [] } },
    });
  });
});

describe('the parser', () => {
  it.each([
    ['3,000 nested parentheses', `${'('.repeat(3_000)}ListPrice eq 1${')'.repeat(3_000)}`],
    ['hundreds of or operators', `ListPrice eq 1${' or ListPrice eq 1'.repeat(440)}`],
    ['more than 8,000 characters', `City eq '${'a'.repeat(8_000)}'`],
    ['a very long number', `ListPrice eq ${'9'.repeat(7_000)}`],
    ['many quotes', "'".repeat(7_999)],
    ['many not operators', `${'not '.repeat(1_900)}true`],
  ])('rejects %s within 50 ms', (_name, text) => {
    const before = process.threadCpuUsage();
    expect(() => parseFilter(text)).toThrow(ODataError);
    expect(measureCpuMs(before)).toBeLessThan(50);
  });

  it('parses or rejects any text', () => {
    const parts = fc.constantFrom(
      '(',
      ')',
      ' and ',
      ' or ',
      'not ',
      ' eq ',
      "'a'",
      '1',
      'City',
      '/any(',
      ':',
      ',',
      ' in ',
      'null',
      'now()',
      '2026-01-01',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(parts).map((all) => all.join('')),
        ),
        (text) => {
          try {
            parseFilter(text);
          } catch (error) {
            expect(error).toBeInstanceOf(ODataError);
          }
        },
      ),
      { numRuns: 2_000, seed: SEED },
    );
  });
});
