import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { buildCsv, HEADER, buildRow, setUpImports } from './import.fixture.ts';

describe('an import', () => {
  const imports = setUpImports([
    { email: 'Agent@example.org', role: 'agent' },
    { email: 'other@example.org', role: 'agent' },
    { email: 'user@example.org', role: 'user' },
  ]);
  const { run } = imports;

  const findListings = () =>
    imports.db
      .selectFrom('properties')
      .innerJoin('users', 'users.id', 'properties.agent_id')
      .selectAll('properties')
      .select('users.email')
      .orderBy('listing_key')
      .execute();
  const countHistory = async () =>
    (await imports.db.selectFrom('property_history').select('id').execute()).length;

  it('imports valid rows, reports the lines of invalid ones, and counts every row once', async () => {
    const { summary, report } = await run(
      buildCsv(
        buildRow('a'),
        buildRow('b', { ListPrice: '0', City: '' }),
        buildRow('c', { BathroomsTotalInteger: '1.5' }),
      ),
    );
    expect(summary).toMatchObject({ rows: 3, imported: 2, refused: 1, unchanged: 0 });
    expect(report).toContain(
      'line 3 (b): Missing or invalid price (ListPrice is "0"); Missing or invalid city (City is empty)',
    );
    expect(
      (await findListings()).map((home) => [home.listing_key, home.bathrooms, home.email]),
    ).toEqual([
      ['a', 1, 'Agent@example.org'],
      ['c', 2, 'Agent@example.org'],
    ]);
    expect((await findListings())[0]).toMatchObject({
      created_at: new Date('2019-12-26T11:23:35Z'),
      status: 'For Rent',
      property_type: 'Apartment',
      is_available: true,
      price: 1_200,
    });
  });

  it('changes nothing when repeated', async () => {
    const content = buildCsv(
      buildRow('a'),
      buildRow('b', { OnMarketDate: '' }),
      buildRow('', { UnparsedAddress: '9 Oak St' }),
    );
    await run(content);
    const before = await findListings();
    const history = await countHistory();
    const { summary } = await run(content, { now: new Date('2026-03-25T12:00:00Z') });
    expect(summary).toMatchObject({ rows: 3, imported: 0, updated: 0, unchanged: 3 });
    expect(await findListings()).toEqual(before);
    expect(await countHistory()).toBe(history);
  });

  it('updates changed listings by key and writes their history', async () => {
    await run(buildCsv(buildRow('a'), buildRow('b')));
    const later = new Date('2026-03-25T12:00:00Z');
    const { summary } = await run(
      buildCsv(
        buildRow('a', { ListPrice: '1300' }),
        buildRow('b'),
        buildRow('c', { StandardStatus: 'Closed' }),
      ),
      { now: later },
    );
    expect(summary).toMatchObject({ imported: 1, updated: 1, unchanged: 1 });
    const [a, b, c] = await findListings();
    expect([a?.price, a?.updated_at]).toEqual([1_300, later]);
    expect(b?.updated_at).not.toEqual(later);
    expect(c?.is_available).toBe(false);
    const changes = await imports.db
      .selectFrom('property_history')
      .select(['change', 'old_value', 'new_value', 'actor_id'])
      .where('property_id', '=', a?.id ?? '')
      .where('change', '<>', 'created')
      .execute();
    expect(changes).toEqual([
      { change: 'price', old_value: 1_200, new_value: 1_300, actor_id: null },
    ]);
  });

  it('deletes listings with the status Delete', async () => {
    await run(buildCsv(buildRow('a'), buildRow('b')));
    const { summary } = await run(
      buildCsv(
        buildRow('a', { StandardStatus: 'Delete' }),
        buildRow('z', { StandardStatus: 'Delete' }),
      ),
    );
    expect(summary).toMatchObject({ deleted: 1, unchanged: 1, refused: 0 });
    expect((await findListings()).map((home) => home.listing_key)).toEqual(['b']);
  });

  it('uses the last valid row of several with the same key', async () => {
    const content = buildCsv(
      buildRow('a', { ListPrice: '1000' }),
      buildRow('b'),
      buildRow('a', { ListPrice: '1100' }),
      buildRow('a', { ListPrice: '0' }),
    );
    const { summary, report } = await run(content);
    expect(summary).toMatchObject({ rows: 4, imported: 2, refused: 2 });
    expect(report).toContain(
      'line 2 (a): The same listing appears again later in the file (line 4)',
    );
    expect((await findListings()).map((home) => home.price)).toEqual([1_100, 1_200]);
    const history = await countHistory();
    expect((await run(content)).summary).toMatchObject({ updated: 0, unchanged: 2, refused: 2 });
    expect(await countHistory()).toBe(history);
  });

  it('takes the agent from the row or --agent and rejects rows without an agent', async () => {
    const content = buildCsv(
      buildRow('a', { ListAgentEmail: 'OTHER@example.org' }),
      buildRow('b', { ListAgentEmail: 'user@example.org' }),
      buildRow('c'),
    );
    const { summary, report } = await run(content, { agent: null });
    expect(summary).toMatchObject({ imported: 1, refused: 2 });
    expect(report).toContain(
      'line 3 (b): No agent (ListAgentEmail "user@example.org" is not an agent on this site, and no default agent was specified)',
    );
    await run(content);
    expect((await findListings()).map((home) => home.email)).toEqual([
      'other@example.org',
      'Agent@example.org',
      'Agent@example.org',
    ]);
  });

  it.each(['user@example.org', 'unknown@example.org'])('rejects --agent %s', async (agent) => {
    await expect(run(buildCsv(buildRow('a')), { agent })).rejects.toThrow(
      `No agent has the email address ${agent}.`,
    );
    expect(await findListings()).toEqual([]);
  });

  it('replaces empty and future listing dates with the current time', async () => {
    const now = new Date('2026-03-20T12:00:00Z');
    await run(
      buildCsv(buildRow('a', { OnMarketDate: '2031-01-01' }), buildRow('b', { OnMarketDate: '' })),
      {
        now,
      },
    );
    expect((await findListings()).map((home) => home.created_at)).toEqual([now, now]);
  });

  it('reads gzip, byte order marks, CRLF, and line breaks inside quotes', async () => {
    const text = buildCsv(
      buildRow('a', { PublicRemarks: 'One line,\r\nand "another" one.' }),
      buildRow('b'),
    );
    const content = gzipSync(`\uFEFF${text.replaceAll(/(?<!\r)\n/g, '\r\n')}`);
    const { summary } = await run(content, { name: 'homes.csv.gz' });
    expect(summary).toMatchObject({ rows: 2, imported: 2 });
    expect((await findListings())[0]?.description).toBe('One line,\nand "another" one.');
  });

  it('reads JSON arrays and OData responses and reports positions by entry', async () => {
    const names = HEADER.split(',');
    const entries = ['a', 'b'].map((key) =>
      Object.fromEntries(
        buildRow(key)
          .split('","')
          .map((value, index) => [names[index], value.replaceAll('"', '')]),
      ),
    );
    const array = await run(JSON.stringify(entries), { name: 'homes.json' });
    expect(array.summary).toMatchObject({ rows: 2, imported: 2 });
    const odata = await run(JSON.stringify({ value: [...entries, 7] }), { name: 'odata.json' });
    expect(odata.summary).toMatchObject({ rows: 3, unchanged: 2, refused: 1 });
    expect(odata.report).toContain('entry 3: Unreadable row (it is not an object)');
  });

  it('continues after a malformed row', async () => {
    const { summary, report } = await run(
      buildCsv(
        buildRow('a'),
        'b,Residential,"Town house',
        buildRow('c'),
        'd,too,short',
        buildRow('e'),
      ),
    );
    expect(summary).toMatchObject({ rows: 5, imported: 3, refused: 2 });
    expect(report).toContain('line 3: Unreadable row (a quotation mark is not closed)');
    expect(report).toContain('line 5: Unreadable row (it has 3 fields instead of 20)');
  });

  it('imports nothing from a file that cannot be read completely', async () => {
    const completeFile = gzipSync(
      buildCsv(...Array.from({ length: 3_000 }, (_, index) => buildRow(`k${index}`))),
    );
    const truncatedFile = completeFile.subarray(0, completeFile.length - 100);
    await expect(run(truncatedFile, { name: 'cut.csv.gz' })).rejects.toThrow(
      'cut.csv.gz is a gzip file that ends too early.',
    );
    await expect(run('[{"ListingKey":"a"},', { name: 'cut.json' })).rejects.toThrow(
      /^cut\.json is not valid JSON/,
    );
    await expect(run('', { name: 'empty.csv' })).rejects.toThrow('empty.csv is empty.');
    expect(await findListings()).toEqual([]);
  });

  it('writes several batches and isolates a row that the database rejects', async () => {
    const rows = Array.from({ length: 700 }, (_, index) => buildRow(`k${index}`));
    const constraint = sql<boolean>`address not like '13 %'`;
    await imports.db.schema
      .alterTable('properties')
      .addCheckConstraint('no_thirteen', constraint)
      .execute();
    try {
      rows[600] = buildRow('unlucky', { UnparsedAddress: '13 Elm St' });
      const { summary, report } = await run(buildCsv(...rows));
      expect(summary).toMatchObject({ rows: 700, imported: 699, refused: 1 });
      expect(report).toContain('line 602 (unlucky): The database rejected the row (no_thirteen)');
    } finally {
      await imports.db.schema.alterTable('properties').dropConstraint('no_thirteen').execute();
    }
  });

  it.each(['40P01', '57014'])('retries with smaller batches after error %s', async (code) => {
    await sql`
      create function too_many() returns trigger language plpgsql as ${sql.lit(
        `begin
          if (select count(*) from added) > 30 then raise 'too many' using errcode = '${code}'; end if;
          return null;
        end`,
      )}`.execute(imports.db);
    await sql`
      create trigger too_many after insert on properties referencing new table as added
      for each statement execute function too_many()`.execute(imports.db);
    try {
      const rows = Array.from({ length: 160 }, (_, index) => buildRow(`k${index}`));
      const { summary } = await run(buildCsv(...rows));
      expect(summary).toMatchObject({ rows: 160, imported: 160, refused: 0 });
      expect(await findListings()).toHaveLength(160);
    } finally {
      await sql`drop function too_many() cascade`.execute(imports.db);
    }
  });
});
