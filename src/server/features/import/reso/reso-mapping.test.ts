import { describe, expect, it } from 'vitest';
import { faultsOf, lease, listingOf, NOW, sale } from './reso-mapping.fixture.ts';
import { mapResoRecord, type RefusalReason } from './reso-mapping.ts';
import type { ResoRecord } from './reso-record.ts';

describe('a valid row', () => {
  it('becomes a listing', () => {
    expect(mapResoRecord(sale({ ListAgentEmail: ' Ann@Example.org ' }), NOW)).toEqual({
      kind: 'listing',
      agentEmail: 'ann@example.org',
      media: null,
      dateFaults: [],
      listing: {
        listingKey: 'k1',
        title: 'House at the elm',
        description: 'A house that stands where it always stood.',
        price: 350_000,
        address: '12 Elm St',
        city: 'Sacramento',
        state: 'CA',
        zipCode: '95838',
        latitude: 38.63,
        longitude: -121.43,
        bedrooms: 3,
        bathrooms: 2,
        sqft: 1_500,
        propertyType: 'House',
        status: 'For Sale',
        isAvailable: true,
        isUnderContract: false,
        createdAt: new Date('2026-02-01T00:00:00Z'),
        past: { originalPrice: null, priceChange: null, isOffMarket: false },
        facts: { facts: {}, features: { given: [], own: [] }, rejected: [] },
        source: {
          named: undefined,
          isDisplayed: undefined,
          isAddressDisplayed: undefined,
          expiresOn: null,
        },
      },
    });
  });

  it('has its agent’s email address in ASCII', () => {
    const row = mapResoRecord(sale({ ListAgentEmail: 'Ann@Bücher.example' }), NOW);
    expect(row).toMatchObject({ agentEmail: 'ann@xn--bcher-kva.example' });
  });

  it('can have JSON numbers', () => {
    const fields = { ListPrice: 350_000, BedroomsTotal: 3, Latitude: 38.63, PostalCode: 95838 };
    expect(listingOf(sale(fields))).toEqual(listingOf(sale()));
  });
});

describe('the types of home and offer', () => {
  it.each([
    ['Single Family Residence', 'House'],
    ['Townhouse', 'House'],
    ['Duplex', 'House'],
    ['Triplex', 'House'],
    ['Quadruplex', 'House'],
    ['Cabin', 'House'],
    ['Ranch', 'House'],
    ['Manufactured Home', 'House'],
    ['Manufactured On Land', 'House'],
    ['SingleFamilyResidence', 'House'],
    ['Apartment', 'Apartment'],
    ['Multi Family', 'Apartment'],
    ['Condominium', 'Condo'],
    ['Stock Cooperative', 'Condo'],
    ['Own Your Own', 'Condo'],
    ['Co-Ownership', 'Condo'],
  ])('%s is %s', (subType, type) => {
    expect(listingOf(sale({ PropertySubType: subType })).propertyType).toBe(type);
  });

  it.each(['Unkown', 'Timeshare', 'Boat Slip', 'Unimproved Land', '', undefined])(
    '%s is refused',
    (subType) => {
      expect(faultsOf(sale({ PropertySubType: subType }))).toEqual(['type']);
    },
  );

  it.each([
    ['Residential', 'For Sale'],
    ['Residential Income', 'For Sale'],
    ['ResidentialLease', 'For Rent'],
  ])('%s is %s', (propertyType, status) => {
    expect(listingOf(sale({ PropertyType: propertyType, ListPrice: 20_000 })).status).toBe(status);
  });

  it.each(['Land', 'Commercial Lease', 'Business Opportunity', ''])(
    '%j is refused',
    (propertyType) => {
      expect(faultsOf(sale({ PropertyType: propertyType }))).toEqual(['offer']);
    },
  );

  it.each([
    ['Active', true],
    ['Active Under Contract', true],
    ['ActiveUnderContract', true],
    ['', true],
    ['Pending', false],
    ['Closed', false],
    ['Withdrawn', false],
  ])('status %j is available: %s', (status, isAvailable) => {
    expect(listingOf(sale({ StandardStatus: status })).isAvailable).toBe(isAvailable);
  });

  it.each(['Active Option Contract', 'Actve', 'A', 'For Sale', 'Sold', 'N/A', '?', 'Unknown'])(
    'status %j is refused, because guessing could put a home on or off the market',
    (status) => {
      expect(faultsOf(sale({ StandardStatus: status }))).toEqual(['status']);
      expect(faultsOf(sale({ StandardStatus: '', MlsStatus: status }))).toEqual(['status']);
    },
  );

  it.each([
    ['Closed', false],
    ['Active', true],
    ['', true],
  ])('MlsStatus alone, %j, is available: %s', (status, isAvailable) => {
    const listing = listingOf(sale({ StandardStatus: undefined, MlsStatus: status }));
    expect(listing.isAvailable).toBe(isAvailable);
    expect(listing.past.isOffMarket).toBe(false);
  });

  it('StandardStatus takes precedence', () => {
    const both = sale({ StandardStatus: 'Active', MlsStatus: 'Backup Offers' });
    expect(listingOf(both).isAvailable).toBe(true);
  });

  it('is deleted by key, without other fields', () => {
    const record = { ListingKey: 'k9', StandardStatus: 'Delete' };
    expect(mapResoRecord(record, NOW)).toEqual({ kind: 'delete', listingKey: 'k9' });
    expect(faultsOf({ StandardStatus: 'Delete' })).toEqual(['key']);
  });
});

describe('refused rows', () => {
  it.each<[RefusalReason, ResoRecord]>([
    ['price', { ListPrice: '' }],
    ['price', { ListPrice: '0' }],
    ['price', { ListPrice: '-5' }],
    ['price', { ListPrice: 'on request' }],
    ['price', { ListPrice: '2000' }],
    ['price', { ListPrice: '100000000001' }],
    ['bedrooms', { BedroomsTotal: '' }],
    ['bedrooms', { BedroomsTotal: '0' }],
    ['bedrooms', { BedroomsTotal: '2.5' }],
    ['bedrooms', { BedroomsTotal: '101' }],
    ['bathrooms', { BathroomsTotalInteger: '' }],
    ['bathrooms', { BathroomsTotalInteger: '0' }],
    ['bathrooms', { BathroomsTotalInteger: '101' }],
    ['area', { LivingArea: '0' }],
    ['area', { LivingArea: '' }],
    ['area', { LivingAreaUnits: 'Acres' }],
    ['area', { LivingArea: '10000001' }],
    ['address', { UnparsedAddress: '' }],
    ['address', { UnparsedAddress: '#NA' }],
    ['address', { UnparsedAddress: 'N/A' }],
    ['address', { UnparsedAddress: '33rd' }],
    ['address', { UnparsedAddress: '12345' }],
    ['city', { City: '' }],
    ['city', { City: 'X' }],
    ['state', { StateOrProvince: ' ' }],
    ['zipCode', { PostalCode: '' }],
    ['zipCode', { PostalCode: '00000' }],
    ['zipCode', { PostalCode: 'none' }],
    ['position', { Latitude: '0' }],
    ['position', { Longitude: '' }],
    ['position', { Latitude: '91' }],
    ['position', { Longitude: '-180.5' }],
    ['key', { ListingKey: 'k'.repeat(201) }],
  ])('%s: %j', (reason, fields) => {
    expect(faultsOf(sale(fields))).toEqual([reason]);
  });

  it('list every reason with its value', () => {
    const row = mapResoRecord(sale({ ListPrice: '0', City: undefined, LivingArea: 'big' }), NOW);
    expect(row).toEqual({
      kind: 'refused',
      listingKey: 'k1',
      refusals: [
        { reason: 'area', detail: 'LivingArea is "big", LivingAreaUnits is empty' },
        { reason: 'price', detail: 'ListPrice is "0"' },
        { reason: 'city', detail: 'City is empty' },
      ],
    });
  });

  it('include empty records, and unexpected types', () => {
    expect(faultsOf({})).toHaveLength(11);
    expect(faultsOf(sale({ ListPrice: { amount: 1 }, City: ['a'] }))).toEqual(['price', 'city']);
  });
});

describe('numbers', () => {
  it('of bedrooms are 0 for a studio, but only for rent', () => {
    expect(listingOf(lease({ BedroomsTotal: '0' })).bedrooms).toBe(0);
    expect(faultsOf(lease({ BedroomsTotal: '' }))).toEqual(['bedrooms']);
  });

  it.each([
    ['1.5', 2],
    ['2.25', 3],
    ['1', 1],
    ['0.5', 1],
  ])('of bathrooms: %s counts as %i', (bathrooms, count) => {
    expect(listingOf(sale({ BathroomsTotalInteger: bathrooms })).bathrooms).toBe(count);
  });

  it.each<[ResoRecord, number]>([
    [{ BathroomsFull: '2', BathroomsHalf: '1' }, 3],
    [{ BathroomsTotalInteger: '', BathroomsFull: 1 }, 1],
    [{ BathroomsFull: '1', BathroomsThreeQuarter: '1', BathroomsOneQuarter: '1' }, 3],
    [{ BathroomsTotalInteger: '2', BathroomsFull: '1', BathroomsHalf: '2' }, 2],
  ])('of bathrooms are added up if there is no total: %j', (fields, count) => {
    const record = sale({ BathroomsTotalInteger: undefined, ...fields });
    expect(listingOf(record).bathrooms).toBe(count);
  });

  it('of bathrooms are not added up if the total is unreadable', () => {
    expect(faultsOf(sale({ BathroomsTotalInteger: 'many', BathroomsFull: '2' }))).toEqual([
      'bathrooms',
    ]);
  });

  it.each([
    ['Square Meters', '100', 1_076],
    ['Square Feet', '1500.4', 1_500],
    ['', '1,500', 1_500],
  ])('of area in %j: %s is %i square feet', (LivingAreaUnits, LivingArea, sqft) => {
    expect(listingOf(sale({ LivingAreaUnits, LivingArea })).sqft).toBe(sqft);
  });

  it.each<ResoRecord>([
    { ListPrice: '1' },
    { ListPrice: '49.99' },
    { ListPrice: '14.50' },
    { ListPrice: 1.25 },
    { ListPrice: '1.250' },
    { ListPrice: '$950.000' },
    { PriceCurrency: 'EUR' },
    { PriceCurrency: 'N/A' },
    { LeaseAmountFrequency: 'Weekly' },
    { LeaseAmountFrequency: 'Annually' },
  ])('of rent are refused unless in dollars a month: %j', (fields) => {
    expect(faultsOf(lease(fields))).toEqual(['price']);
  });

  it.each<ResoRecord>([
    { ListPrice: '50' },
    { ListPrice: '1250.00', PriceCurrency: 'USD' },
    { PriceCurrency: '$', LeaseAmountFrequency: 'Monthly' },
    { PriceCurrency: '', LeaseAmountFrequency: null },
  ])('of rent are accepted in dollars a month: %j', (fields) => {
    expect(faultsOf(lease(fields))).toEqual([]);
  });

  it('of sale prices must be in dollars, regardless of the frequency of rents', () => {
    expect(faultsOf(sale({ PriceCurrency: 'CAD' }))).toEqual(['price']);
    expect(faultsOf(sale({ LeaseAmountFrequency: 'Annually' }))).toEqual([]);
  });

  it('of area are refused if smaller than any room', () => {
    expect(faultsOf(lease({ LivingArea: '1.250' }))).toEqual(['area']);
    expect(listingOf(lease({ LivingArea: '101' })).sqft).toBe(101);
  });

  it('of earlier prices are rejected with European thousands separators', () => {
    const { past } = listingOf(
      sale({
        OriginalListPrice: '450.000',
        PreviousListPrice: '440.000',
        PriceChangeTimestamp: '2026-03-01',
      }),
    );
    expect(past).toMatchObject({ originalPrice: null, priceChange: null });
  });

  it.each([
    ['$450,000.00', 450_000],
    ['450000.005', 450_000.01],
    ['4.5e5', 450_000],
  ])('of price: %s', (ListPrice, price) => {
    expect(listingOf(sale({ ListPrice })).price).toBe(price);
  });

  it('of rent are refused if implausibly high', () => {
    expect(faultsOf(lease({ ListPrice: '52500', LivingArea: '1418' }))).toEqual(['price']);
    expect(listingOf(lease({ ListPrice: '2475', LivingArea: '130' })).price).toBe(2_475);
  });
});

describe('times', () => {
  it.each([
    ['2019-12-26', '2019-12-26T00:00:00.000Z'],
    ['2019-12-26T11:23:35Z', '2019-12-26T11:23:35.000Z'],
    ['2019-12-26 11:23:35', '2019-12-26T11:23:35.000Z'],
    ['2019-12-26T11:23:35-05:00', '2019-12-26T16:23:35.000Z'],
  ])('%s is %s', (OnMarketDate, time) => {
    expect(listingOf(sale({ OnMarketDate })).createdAt?.toISOString()).toBe(time);
  });

  it.each(['', '2031-01-01', '0001-01-01', '26.12.2019', 'soon', '2019-13-45'])(
    '%j is ignored',
    (OnMarketDate) => {
      expect(listingOf(sale({ OnMarketDate })).createdAt).toBeNull();
    },
  );
});

describe('unreadable dates', () => {
  const faultsOfDates = (fields: ResoRecord) => {
    const row = mapResoRecord(sale(fields), NOW);
    return row.kind === 'listing' ? row.dateFaults.map(({ value }) => value) : ['refused'];
  };

  it.each<[unknown, string]>([
    ['2026-02-31', '2026-02-31'],
    ['2025-02-29T10:00:00Z', '2025-02-29T10:00:00Z'],
    ['2026-04-31 10:00', '2026-04-31 10:00'],
    ['TBD', 'TBD'],
    ['unknown', 'unknown'],
    ['N/A', 'N/A'],
    [true, 'true'],
    [20_260_301, '20260301'],
    [{ date: '2026-03-01' }, '{"date":"2026-03-01"}'],
  ])('%j is reported', (given, quoted) => {
    expect(faultsOfDates({ OnMarketDate: given, PriceChangeTimestamp: given })).toEqual([
      `OnMarketDate is "${quoted}"`,
      `PriceChangeTimestamp is "${quoted}"`,
    ]);
    const { createdAt, past } = listingOf(
      sale({ OnMarketDate: given, PriceChangeTimestamp: given, PreviousListPrice: '360000' }),
    );
    expect([createdAt, past.priceChange]).toEqual([null, null]);
  });

  it.each([undefined, null, '', '  ', '2024-02-29', '2031-01-01'])(
    '%j is not reported',
    (given) => {
      expect(faultsOfDates({ OnMarketDate: given, PriceChangeTimestamp: given })).toEqual([]);
    },
  );
});

describe('a row without a key', () => {
  it('gets one derived from stable fields, so that a second run finds it', () => {
    const keyOf = (fields: ResoRecord) => listingOf(sale({ ListingKey: '', ...fields })).listingKey;
    expect(keyOf({})).toMatch(/^row-[0-9a-f]{32}$/);
    expect(keyOf({ ListPrice: '340000', StandardStatus: 'Closed' })).toBe(keyOf({}));
    expect(keyOf({ UnparsedAddress: '14 Elm St' })).not.toBe(keyOf({}));
  });
});

describe('pictures', () => {
  const mediaOf = (fields: ResoRecord) => {
    const row = mapResoRecord(sale(fields), NOW);
    return row.kind === 'listing' ? row.media : 'refused';
  };

  it.each<[ResoRecord, string[] | null]>([
    [{}, null],
    [{ MediaURL: '' }, null],
    [{ Media: [] }, []],
    [{ MediaURL: 'a.jpg' }, ['a.jpg']],
    [{ Media: ['a.jpg', 'b.jpg'] }, ['a.jpg', 'b.jpg']],
    [
      {
        Media: [
          { MediaURL: 'b.jpg', Order: 2 },
          { MediaURL: 'a.jpg', Order: 1 },
        ],
      },
      ['a.jpg', 'b.jpg'],
    ],
    [{ Media: '[{"MediaURL":"a.jpg","Order":0}]' }, ['a.jpg']],
    [{ Media: [{ MediaURL: null }, { Order: 1 }, 7] }, ['7']],
  ])('of %j are %j', (fields, media) => {
    expect(mediaOf(fields)).toEqual(media);
  });
});
