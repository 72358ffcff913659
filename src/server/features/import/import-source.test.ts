import { describe, expect, it } from 'vitest';
import { HEADER, buildRow, setUpImports } from './import.fixture.ts';

describe('importing display and attribution', () => {
  const imports = setUpImports([
    { email: 'agent@example.org', role: 'agent' },
    { email: 'other@example.org', role: 'agent' },
  ]);

  const run = (extraFields: Record<string, string>, fields: Record<string, string> = {}) => {
    const values = Object.values(extraFields).map((value) => `"${value}"`);
    const header = [HEADER, ...Object.keys(extraFields)].join(',');
    return imports.run(`${header}\n${[buildRow('a', fields), ...values].join(',')}\n`);
  };
  const findHomes = () => imports.db.selectFrom('properties').selectAll().execute();
  const findHome = async () => (await findHomes())[0];

  it('withholds an address, rounds the position, and restores both', async () => {
    const exactPosition = { Latitude: '30.26721', Longitude: '-97.74307' };
    await run({ InternetAddressDisplayYN: 'false' }, exactPosition);
    const withheldFields = {
      address: 'Address withheld',
      latitude: 30.27,
      longitude: -97.74,
      private_address: '12 Elm St',
      private_latitude: 30.26721,
      private_longitude: -97.74307,
    };
    expect(await findHome()).toMatchObject(withheldFields);
    expect((await run({ InternetAddressDisplayYN: 'false' }, exactPosition)).summary).toMatchObject(
      {
        unchanged: 1,
      },
    );
    // A file without the column changes nothing.
    expect((await run({}, exactPosition)).summary).toMatchObject({ unchanged: 1 });

    await imports.db
      .updateTable('properties')
      .set({ latitude: 30.5, address: '14 Elm St' })
      .execute();
    expect(await findHome()).toMatchObject({
      ...withheldFields,
      latitude: 30.5,
      private_latitude: 30.5,
      private_address: '14 Elm St',
    });

    await run({ InternetAddressDisplayYN: '' }, exactPosition);
    expect(await findHome()).toMatchObject({
      address: '12 Elm St',
      latitude: 30.26721,
      longitude: -97.74307,
      private_address: null,
      private_latitude: null,
    });
  });

  it('restores withheld values when the address may be displayed again', async () => {
    await run({ InternetAddressDisplayYN: 'no' }, { Latitude: '30.26721' });
    await imports.db.updateTable('properties').set({ is_address_displayed: true }).execute();
    expect(await findHome()).toMatchObject({ address: '12 Elm St', latitude: 30.26721 });
  });

  it('withholds the last four digits of a ZIP+4 code, and restores them', async () => {
    const withheldFields = { zip_code: '78701', private_zip_code: '78701-4321' };
    const readZipCodes = async () =>
      imports.db.selectFrom('properties').select(['zip_code', 'private_zip_code']).execute();
    const runWith = async (zipCode: string, isDisplayed = 'no') =>
      (await run({ InternetAddressDisplayYN: isDisplayed }, { PostalCode: zipCode })).summary;

    await runWith('78701-4321', 'yes');
    await runWith('78701-4321');
    expect(await readZipCodes()).toEqual([withheldFields]);
    expect(await runWith('78701-4321')).toMatchObject({ unchanged: 1 });
    await imports.db.updateTable('properties').set({ price: 5 }).execute();
    expect(await readZipCodes()).toEqual([withheldFields]);

    expect(await runWith('78701')).toMatchObject({ updated: 1 });
    expect(await readZipCodes()).toEqual([{ zip_code: '78701', private_zip_code: null }]);
    expect(await runWith('78701')).toMatchObject({ unchanged: 1 });

    // Agents can enter a ZIP+4 code with any separator.
    for (const zipCode of ['787014321', '78701 4321', '78701 – 4321']) {
      await imports.db.updateTable('properties').set({ zip_code: zipCode }).execute();
      expect(await readZipCodes()).toEqual([{ zip_code: '78701', private_zip_code: zipCode }]);
    }
    await imports.db.updateTable('properties').set({ is_address_displayed: true }).execute();
    expect(await readZipCodes()).toEqual([{ zip_code: '78701 – 4321', private_zip_code: null }]);
  });

  it('finds no listing by a withheld address', async () => {
    // The composed title and description must not contain the address either.
    await run({ InternetAddressDisplayYN: 'no' }, { Title: '', PublicRemarks: '' });
    const listings = await imports.db
      .selectFrom('properties')
      .select('id')
      .where((on) => on('search', '@@', on.fn('plainto_tsquery', [on.val('elm')])))
      .execute();
    expect(listings).toEqual([]);
  });

  it('rejects new listings that must not be displayed and takes existing ones off the market', async () => {
    const { summary, report } = await run({ InternetEntireListingDisplayYN: 'N' });
    expect(summary).toMatchObject({ imported: 0, refused: 1 });
    expect(report).toContain('Not authorized for internet display');

    await run({ InternetEntireListingDisplayYN: 'Y' });
    expect(await findHome()).toMatchObject({ is_available: true, is_displayed: true });
    expect((await run({ InternetEntireListingDisplayYN: 'N' })).summary).toMatchObject({
      updated: 1,
    });
    expect(await findHome()).toMatchObject({
      is_available: false,
      is_off_market: true,
      is_displayed: false,
    });
    await imports.db.updateTable('properties').set({ is_available: true }).execute();
    expect(await imports.db.selectFrom('public_properties').selectAll().execute()).toEqual([]);
    await run({ InternetEntireListingDisplayYN: '' });
    expect(await findHome()).toMatchObject({ is_available: true, is_displayed: true });
  });

  it('hides an existing listing that must not be displayed even if its row is invalid', async () => {
    await run({ InternetEntireListingDisplayYN: '' });
    const runInvalid = async (fields = {}) =>
      (await run({ InternetEntireListingDisplayYN: 'N' }, { ListPrice: 'on request', ...fields }))
        .summary;
    expect(await runInvalid()).toMatchObject({ updated: 1, refused: 0 });
    expect(await findHome()).toMatchObject({ is_available: false, is_displayed: false });
    expect(await runInvalid()).toMatchObject({ unchanged: 1 });
    expect(await runInvalid({ ListingKey: 'unknown' })).toMatchObject({ refused: 1 });
    await run({ InternetEntireListingDisplayYN: '' });
    expect(await findHome()).toMatchObject({ is_available: true, is_displayed: true });
  });

  it('stores the attribution to another agent and office', async () => {
    const names = {
      ListAgentFullName: 'Jo Field',
      ListOfficeName: 'Hillside Realty',
      ListOfficePhone: '512-555-0100',
    };
    await run(names);
    const attribution = {
      agentName: 'Jo Field',
      officeName: 'Hillside Realty',
      agentPhone: '512-555-0100',
      source: null,
      disclaimer: null,
      updatedAt: null,
    };
    expect(await findHome()).toMatchObject({ attribution });
    expect((await run(names)).summary).toMatchObject({ unchanged: 1 });
    expect((await run({})).summary).toMatchObject({ unchanged: 1 });

    const { name } = await imports.db
      .selectFrom('users')
      .select('name')
      .where('email', '=', 'agent@example.org')
      .executeTakeFirstOrThrow();
    await run({ ListAgentFullName: name.toUpperCase(), ListOfficeName: '' });
    expect(await findHome()).toMatchObject({ attribution: null });
  });

  it('imports the MLS number', async () => {
    await run({ ListingId: 'ACT-1234567' });
    expect(await findHome()).toMatchObject({ mls_number: 'ACT-1234567' });
    const { summary } = await run({ ListingId: 'x'.repeat(51) });
    expect(summary).toMatchObject({ rejectedValues: 1 });
  });
});
