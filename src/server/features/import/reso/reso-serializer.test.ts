import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { FEATURE_CODES, FURNISHED, PETS, PROPERTY_TYPES } from '#shared/property-choices.ts';
import { buildPropertyRow, type NewPropertyRow } from '#tests/factories/build-property-row.ts';
import { SEED } from '#tests/helpers/seed.ts';
import { setUpImports } from '../import.fixture.ts';
import { FEATURE_COLUMNS, FEATURE_FIELDS } from './fact-lookups.ts';
import { RESO_FIELDS } from './reso-mapping.ts';
import { PRIVATE_PROPERTY_FIELDS, selectFields, toCell, toJsonValue } from './reso-serializer.ts';

/**
 * Fields that are read but not part of `PRIVATE_PROPERTY_FIELDS` because another field is written
 * instead, only other systems use them, or the export adds them itself (`Media`).
 */
const READ_ONLY_FIELDS = new Set([
  'MlsStatus',
  'PriceCurrency',
  'Media',
  'MediaURL',
  'BathroomsFull',
  'BathroomsThreeQuarter',
  'BathroomsHalf',
  'BathroomsOneQuarter',
  'LotSizeAcres',
  'StoriesTotal',
  'GarageSpaces',
  'CarportSpaces',
  'Cooling',
  'PoolPrivateYN',
  'Basement',
]);

const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });

/** Generates listings that the import accepts. */
const homes = fc.record<Partial<NewPropertyRow>>({
  property_type: fc.constantFrom(...PROPERTY_TYPES),
  status: fc.constantFrom('For Sale' as const, 'For Rent' as const),
  price: fc.integer({ min: 500_000, max: 1_000_000 }).map((cents) => cents / 100),
  bedrooms: fc.integer({ min: 1, max: 9 }),
  bathrooms: fc.integer({ min: 1, max: 9 }),
  sqft: fc.integer({ min: 500, max: 9_000 }),
  latitude: fc.double({ min: 25, max: 49, noNaN: true }),
  longitude: fc.double({ min: -125, max: -66, noNaN: true }),
  is_available: fc.boolean(),
  original_price: optional(fc.integer({ min: 1, max: 900_000 })),
  year_built: optional(fc.integer({ min: 1900, max: 2025 })),
  lot_sqft: optional(fc.integer({ min: 1, max: 90_000 })),
  stories: optional(fc.integer({ min: 1, max: 9 })),
  parking_spaces: optional(fc.integer({ min: 0, max: 9 })),
  hoa_fee: optional(fc.integer({ min: 0, max: 90_000 }).map((cents) => cents / 100)),
  tax_annual: optional(fc.integer({ min: 0, max: 90_000 })),
  features: fc.subarray([...FEATURE_CODES]),
  pets: optional(fc.constantFrom(...PETS)),
  furnished: optional(fc.constantFrom(...FURNISHED)),
  available_from: optional(fc.constantFrom('2026-04-01', '2026-12-31')),
  lease_months: optional(fc.integer({ min: 1, max: 120 })),
  deposit: optional(fc.integer({ min: 0, max: 90_000 })),
  virtual_tour_url: optional(fc.constant('https://tours.example.org/12?view=1,2;3')),
  mls_number: optional(fc.constantFrom('1234567', 'ACT-99')),
  zip_code: fc.constantFrom('97201', '97201-8765'),
  is_address_displayed: fc.boolean(),
  expires_on: optional(fc.constantFrom('2028-02-29', '2027-01-01')),
  attribution: optional(
    fc.constant(
      JSON.stringify({
        agentName: 'Jo Field',
        officeName: 'Hillside "Realty", LLC',
        agentPhone: '512-555-0142',
        source: null,
        disclaimer: null,
        updatedAt: null,
      }),
    ),
  ),
});

describe('the mapping between a listing and the RESO Data Dictionary', () => {
  const imports = setUpImports();

  it('writes every field that is read, or its replacement', () => {
    const written = new Set(Object.keys(PRIVATE_PROPERTY_FIELDS));
    const missingNames = [...RESO_FIELDS].filter(
      (name) => !written.has(name) && !READ_ONLY_FIELDS.has(name),
    );
    expect(missingNames).toEqual([]);
  });

  it('writes every feature to a column from which imports read it', () => {
    for (const code of FEATURE_CODES) {
      const column = FEATURE_COLUMNS[FEATURE_FIELDS[code].field];
      const codes =
        column?.kind === 'list' ? column.values.map((value) => value.code) : [column?.code];
      expect(codes).toContain(code);
    }
  });

  const readStoredListings = async () => {
    const { rows } = await sql<Record<string, unknown>>`
      select title, ${sql.join(
        Object.keys(buildPropertyRow('1'))
          .filter((name) => !['agent_id', 'listing_key', 'title', 'updated_at'].includes(name))
          .map((name) => sql.ref(name)),
      )}, original_price, year_built, lot_sqft, stories, parking_spaces, hoa_fee, tax_annual, features, pets,
        furnished, available_from, lease_months, deposit, virtual_tour_url, mls_number, attribution,
        is_displayed, is_address_displayed, expires_on, private_address, private_latitude, private_longitude,
        private_zip_code
      from properties order by title`.execute(imports.db);
    return rows;
  };

  it.each(['json', 'csv'] as const)(
    'preserves listings in a round trip through a %s file',
    async (kind) => {
      const { id } = await imports.db
        .selectFrom('users')
        .select('id')
        .where('email', '=', 'agent@example.org')
        .executeTakeFirstOrThrow();
      const rows = fc.sample(homes, { numRuns: 120, seed: SEED }).map((home) =>
        buildPropertyRow(id, {
          ...home,
          description: 'First line, "quoted"; second.\n\nA new paragraph, with an é.',
          created_at: new Date('2026-02-01T00:00:00Z'),
        }),
      );
      await imports.db.insertInto('properties').values(rows).execute();
      const before = await readStoredListings();
      expect(before.some((row) => row['address'] === 'Address withheld')).toBe(true);

      const fields = Object.entries(PRIVATE_PROPERTY_FIELDS);
      const records = await sql<Record<string, unknown>>`
      select ${selectFields(PRIVATE_PROPERTY_FIELDS)} from properties p join users u on u.id = p.agent_id`.execute(
        imports.db,
      );
      const toRecord = (row: Record<string, unknown>) =>
        Object.fromEntries(fields.map(([name, field]) => [name, toJsonValue(field, row[name])]));
      const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
      const content =
        kind === 'json'
          ? JSON.stringify(records.rows.map(toRecord))
          : [
              fields.map(([name]) => name).join(','),
              ...records.rows.map((row) =>
                fields.map(([name, field]) => quote(toCell(field, row[name]))).join(','),
              ),
            ].join('\n');
      await imports.db.deleteFrom('properties').execute();
      const { summary, report } = await imports.run(content, { name: `homes.${kind}` });
      expect({ ...summary, report }).toMatchObject({
        imported: 120,
        refused: 0,
        rejectedValues: 0,
      });
      expect(await readStoredListings()).toEqual(before);

      const second = await imports.run(content, { name: `homes.${kind}` });
      expect(second.summary).toMatchObject({ unchanged: 120, updated: 0 });
    },
  );
});
