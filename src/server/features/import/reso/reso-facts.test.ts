import { describe, expect, it } from 'vitest';
import type { PropertyType } from '#shared/property-choices.ts';
import { FEATURE_COLUMNS, FEE_MONTHS, FURNISHED_LOOKUP, PETS_LOOKUP } from './fact-lookups.ts';
import { readFacts } from './reso-facts.ts';

const NOW = new Date('2026-03-20T12:00:00Z');

const read = (record: Record<string, unknown>, propertyType: PropertyType = 'House') =>
  readFacts(record, { now: NOW, propertyType });
const factsOf = (...args: Parameters<typeof read>) => read(...args).facts;

describe('reading facts', () => {
  it('ignores missing columns', () => {
    expect(read({ ListPrice: '1' })).toEqual({
      facts: {},
      features: { present: [], covered: [] },
      rejected: [],
    });
  });

  it.each([
    [{ YearBuilt: '1987' }, { yearBuilt: 1987 }],
    [{ YearBuilt: 2031 }, { yearBuilt: 2031 }],
    [{ LotSizeSquareFeet: '7,405', LotSizeAcres: '9' }, { lotSqft: 7_405 }],
    [{ LotSizeSquareFeet: '0', LotSizeAcres: '0.25' }, { lotSqft: 10_890 }],
    [{ LotSizeAcres: '0.17' }, { lotSqft: 7_405 }],
    [{ LotSizeSquareFeet: '0' }, { lotSqft: null }],
    [{ Stories: '2', StoriesTotal: '9' }, { stories: 2 }],
    [{ StoriesTotal: '3' }, { stories: 3 }],
    [{ ParkingTotal: '4', GarageSpaces: '1' }, { parkingSpaces: 4 }],
    [{ ParkingTotal: '', GarageSpaces: '2', CarportSpaces: '1' }, { parkingSpaces: 3 }],
    [{ GarageSpaces: '0' }, { parkingSpaces: 0 }],
    [{ TaxAnnualAmount: '$4,321.50' }, { taxAnnual: 4_321.5 }],
    [{ AssociationFee: '250' }, { hoaFee: 250 }],
    [{ AvailabilityDate: '2026-05-01' }, { availableFrom: '2026-05-01' }],
    [{ AvailabilityDate: '2026-05-01T00:00:00Z' }, { availableFrom: '2026-05-01' }],
    [{ LeaseTerm: '6 Months' }, { leaseMonths: 6 }],
    [{ LeaseTerm: '2 Years' }, { leaseMonths: 24 }],
    [{ LeaseTerm: '1 Year' }, { leaseMonths: 12 }],
    [{ LeaseTerm: 'Month To Month' }, { leaseMonths: 1 }],
    [
      { VirtualTourURLUnbranded: 'https://tour.example.org/1' },
      { virtualTourUrl: 'https://tour.example.org/1' },
    ],
  ])('reads %j', (record, facts) => {
    expect(read(record)).toMatchObject({ facts, rejected: [] });
  });

  it('rejects amounts with European thousands separators', () => {
    expect(read({ TaxAnnualAmount: '4.321', AssociationFee: '1.250' })).toMatchObject({
      facts: {},
      rejected: ['AssociationFee is "1.250"', 'TaxAnnualAmount is "4.321"'],
    });
  });

  it("uses a building's stories only for houses", () => {
    expect(factsOf({ StoriesTotal: '30' }, 'Condo')).toEqual({});
    expect(factsOf({ Stories: '2' }, 'Condo')).toEqual({ stories: 2 });
  });

  it.each([...FEE_MONTHS.keys()])('converts a %s fee to a monthly fee', (frequency) => {
    const months = { monthly: 1, quarterly: 3, semiannually: 6, annually: 12 }[frequency];
    expect(factsOf({ AssociationFee: '100', AssociationFeeFrequency: frequency })).toEqual({
      hoaFee: Math.round(10_000 / (months ?? 0)) / 100,
    });
  });

  it('reads fee frequencies in the dictionary’s spelling', () => {
    const readMonthlyFee = (AssociationFeeFrequency: string) =>
      factsOf({ AssociationFee: '1200', AssociationFeeFrequency }).hoaFee;
    expect(['Monthly', 'Quarterly', 'Semi-Annually', 'Annually'].map(readMonthlyFee)).toEqual([
      1_200, 400, 200, 100,
    ]);
  });

  it.each([
    ['Cats OK', 'cats'],
    ['Dogs OK', 'dogs'],
    ['Cats OK,Dogs OK', 'cats_and_dogs'],
    ['Yes', 'cats_and_dogs'],
    ['No', 'none'],
    ['Cats', 'cats'],
    ['Dogs', 'dogs'],
    ['Cats,Dogs', 'cats_and_dogs'],
  ])('reads pets from %s', (value, pets) => {
    expect(factsOf({ PetsAllowed: value })).toEqual({ pets });
    expect(factsOf({ PetsAllowed: value.split(',') })).toEqual({ pets });
  });

  it.each([
    ['Unfurnished', 'no'],
    ['Partially', 'partly'],
    ['Furnished', 'yes'],
  ])('reads the furniture value %s', (value, furnished) => {
    expect(factsOf({ Furnished: value })).toEqual({ furnished });
  });

  it('has test cases for every pets and furniture value', () => {
    expect([...PETS_LOOKUP.keys()].toSorted()).toEqual([
      'cats',
      'catsok',
      'dogs',
      'dogsok',
      'no',
      'yes',
    ]);
    expect([...FURNISHED_LOOKUP.keys()].toSorted()).toEqual([
      'furnished',
      'partially',
      'unfurnished',
    ]);
  });

  it.each([
    [{ YearBuilt: '1066' }, ['YearBuilt is "1066"']],
    [{ YearBuilt: '2032' }, ['YearBuilt is "2032"']],
    [{ YearBuilt: '1987.5' }, ['YearBuilt is "1987.5"']],
    [{ Stories: 'many' }, ['Stories is "many"']],
    [{ ParkingTotal: '101' }, ['ParkingTotal is "101"']],
    [{ GarageSpaces: '-1' }, ['GarageSpaces is "-1"']],
    [{ TaxAnnualAmount: '10000001' }, ['TaxAnnualAmount is "10000001"']],
    [
      { AssociationFee: '100', AssociationFeeFrequency: 'Weekly' },
      ['AssociationFee is "100"', 'AssociationFeeFrequency is "Weekly"'],
    ],
    [{ PetsAllowed: 'Cats OK,Iguanas' }, ['PetsAllowed is "Cats OK,Iguanas"']],
    [{ PetsAllowed: 'No,Cats OK' }, ['PetsAllowed is "No,Cats OK"']],
    [{ Furnished: 'Negotiable' }, ['Furnished is "Negotiable"']],
    [{ AvailabilityDate: '2026-02-30' }, ['AvailabilityDate is "2026-02-30"']],
    [{ LeaseTerm: '11 Years' }, ['LeaseTerm is "11 Years"']],
    [{ LeaseTerm: 'Other' }, ['LeaseTerm is "Other"']],
    [
      { VirtualTourURLUnbranded: 'http://tour.example.org' },
      ['VirtualTourURLUnbranded is "http://tour.example.org"'],
    ],
    [{ FireplaceYN: 'maybe' }, ['FireplaceYN is "maybe"']],
  ])('rejects and reports %j', (record, rejectedFacts) => {
    expect(read(record)).toEqual({
      facts: {},
      features: { present: [], covered: [] },
      rejected: rejectedFacts,
    });
  });

  it('clears a fact if its column is empty', () => {
    const columns = ['YearBuilt', 'LotSizeSquareFeet', 'Stories', 'ParkingTotal', 'Furnished'];
    const record = Object.fromEntries(columns.map((column) => [column, '']));
    expect(factsOf(record)).toEqual({
      yearBuilt: null,
      lotSqft: null,
      stories: null,
      parkingSpaces: null,
      furnished: null,
    });
  });
});

/** Sample values of each column, with the feature codes that they set. */
const COLUMN_CASES: Record<string, readonly (readonly [unknown, readonly string[]])[]> = {
  Cooling: [
    ['Central Air', ['air_conditioning']],
    ['None', []],
  ],
  Heating: [
    [['Heat Pump', 'Fireplace(s)'], ['heat_pump']],
    ['Forced Air', []],
  ],
  FireplaceYN: [
    ['true', ['fireplace']],
    [false, []],
  ],
  Flooring: [
    ['Hardwood', ['hardwood_floors']],
    ['Tile, Wood', ['hardwood_floors']],
    ['Carpet', []],
  ],
  Appliances: [
    ['Dishwasher', ['dishwasher']],
    ['Washer;Dryer', ['washer_dryer']],
    ['Washer', []],
  ],
  PoolFeatures: [
    ['In Ground', ['pool']],
    ['None', []],
  ],
  PoolPrivateYN: [
    ['Yes', ['pool']],
    ['No', []],
  ],
  SpaYN: [[true, ['hot_tub']]],
  GarageYN: [['1', ['garage']]],
  Basement: [
    ['Full, Finished', ['basement']],
    ['None', []],
  ],
  ViewYN: [['Y', ['view']]],
  WaterfrontYN: [['TRUE', ['waterfront']]],
  NewConstructionYN: [['true', ['new_construction']]],
  CoolingYN: [
    ['Y', ['air_conditioning']],
    ['N', []],
  ],
  BasementYN: [[true, ['basement']]],
  LaundryFeatures: [
    ['Common Area', ['shared_laundry']],
    ['Laundry Room', ['shared_laundry']],
  ],
  ExteriorFeatures: [['Balcony,Garden', ['balcony', 'garden']]],
  PatioAndPorchFeatures: [
    ['Patio', ['patio']],
    ['Deck', ['patio']],
  ],
  ParkingFeatures: [['Electric Vehicle Charging Station(s)', ['ev_charging']]],
  RoomType: [
    [
      ['Attic', 'Office', 'Kitchen'],
      ['attic', 'office'],
    ],
  ],
  GreenEnergyGeneration: [['Solar', ['solar_panels']]],
  AccessibilityFeatures: [
    ['Accessible Entrance', ['step_free']],
    ['Customized Wheelchair Accessible', ['wheelchair_access']],
  ],
  PropertyCondition: [['Updated/Remodeled', ['renovated']]],
  RentIncludes: [['All Utilities', ['utilities_included']]],
  SmokeFreeYN: [['Yes', ['smoke_free']]],
  AssociationAmenities: [
    [
      ['Fitness Center', 'Elevator(s)'],
      ['gym', 'elevator'],
    ],
    ['Elevator', ['elevator']],
    ['Clubhouse', []],
    ['Concierge; Gated; Storage', ['doorman', 'gated', 'storage']],
  ],
};

describe('reading features', () => {
  it.each(Object.keys(FEATURE_COLUMNS))('reads features from %s', (column) => {
    const cases = COLUMN_CASES[column] ?? [];
    expect(cases.length).toBeGreaterThan(0);
    for (const [value, codes] of cases) {
      const { features, rejected } = read({ [column]: value });
      expect([...features.present], `${column} ${String(value)}`).toEqual(codes);
      expect(rejected).toEqual([]);
      expect(features.covered.length).toBeGreaterThan(0);
    }
    const codes = new Set(cases.flatMap(([, expected]) => expected));
    expect(codes).toEqual(new Set(read({ [column]: '' }).features.covered));
  });

  it('covers only the features of existing columns', () => {
    expect(read({ Appliances: 'Dishwasher' }).features).toEqual({
      present: ['dishwasher'],
      covered: ['dishwasher', 'washer_dryer'],
    });
  });

  it('sets a feature if either of its two columns does', () => {
    expect(read({ PoolFeatures: 'None', PoolPrivateYN: 'true' }).features).toEqual({
      present: ['pool'],
      covered: ['pool'],
    });
  });
});
