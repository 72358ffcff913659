import { describe, expect, it } from 'vitest';
import { HEADER, buildRow, setUpImports } from './import.fixture.ts';

describe('importing facts', () => {
  const imports = setUpImports();

  const run = (facts: Record<string, string>) => {
    const values = Object.values(facts).map((value) => `"${value}"`);
    const header = [HEADER, ...Object.keys(facts)].join(',');
    return imports.run(`${header}\n${[buildRow('a'), ...values].join(',')}\n`);
  };
  const findHome = () => imports.db.selectFrom('properties').selectAll().executeTakeFirstOrThrow();

  it('sets facts with values, ignores facts without a column, and clears empty facts', async () => {
    await run({
      YearBuilt: '1987',
      LotSizeAcres: '0.25',
      AssociationFee: '300',
      AssociationFeeFrequency: 'Quarterly',
      AvailabilityDate: '2026-05-01',
      PetsAllowed: 'Cats OK',
      Cooling: 'Central Air',
      Appliances: 'Dishwasher, Washer, Dryer',
    });
    expect(await findHome()).toMatchObject({
      year_built: 1987,
      lot_sqft: 10_890,
      hoa_fee: 100,
      // The driver returns a day as its local midnight.
      available_from: new Date('2026-05-01T00:00:00'),
      pets: 'cats',
      features: ['air_conditioning', 'dishwasher', 'washer_dryer'],
    });

    const { summary } = await run({ YearBuilt: '', Appliances: 'Dishwasher', FireplaceYN: 'true' });
    expect(summary).toMatchObject({ updated: 1, rejectedValues: 0 });
    expect(await findHome()).toMatchObject({
      year_built: null,
      lot_sqft: 10_890,
      pets: 'cats',
      features: ['air_conditioning', 'fireplace', 'dishwasher'],
    });
    expect((await run({ FireplaceYN: 'true' })).summary).toMatchObject({ unchanged: 1 });
  });

  it('reports a rejected fact value and keeps the current one', async () => {
    await run({ YearBuilt: '1987' });
    const { summary, report } = await run({ YearBuilt: '1066' });
    expect(summary).toMatchObject({ unchanged: 1, refused: 0, rejectedValues: 1 });
    expect(report).toContain('line 2 (a): A value was not imported: YearBuilt is "1066"');
    expect((await findHome()).year_built).toBe(1987);
  });

  it('keeps manually set features that no column covers', async () => {
    await run({ Cooling: 'None' });
    await imports.db
      .updateTable('properties')
      .set({ features: ['garden', 'gym'] })
      .execute();
    await run({ Cooling: 'Central Air', AssociationAmenities: 'None' });
    expect((await findHome()).features).toEqual(['air_conditioning', 'garden']);
  });
});
