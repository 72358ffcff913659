import { describe, expect, it } from 'vitest';
import {
  rejectionReasonsOf,
  buildLeaseRecord,
  listingOf,
  NOW,
  buildSaleRecord,
} from './reso-mapping.fixture.ts';
import { mapResoRecord, RESO_FIELDS, type RejectionReason } from './reso-mapping.ts';
import type { ResoRecord } from './reso-record.ts';

describe('a valid row', () => {
  it('becomes a listing', () => {
    expect(mapResoRecord(buildSaleRecord({ ListAgentEmail: ' Ann@Example.org ' }), NOW)).toEqual({
      kind: 'listing',
      agentEmail: 'ann@example.org',
      media: null,
      dateErrors: [],
      listing: {
        listingKey: 'k1',
        title: 'House on Elm Street',
        description: 'A quiet house with a big backyard.',
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
        history: { originalPrice: null, priceChange: null, isOffMarket: false },
        facts: { facts: {}, features: { present: [], covered: [] }, rejected: [] },
        source: {
          recordAgent: undefined,
          isDisplayed: undefined,
          isAddressDisplayed: undefined,
          expiresOn: null,
        },
      },
    });
  });

  it('converts the agent’s email address to ASCII', () => {
    const row = mapResoRecord(buildSaleRecord({ ListAgentEmail: 'Ann@Bücher.example' }), NOW);
    expect(row).toMatchObject({ agentEmail: 'ann@xn--bcher-kva.example' });
  });

  it('accepts JSON numbers', () => {
    const fields = { ListPrice: 350_000, BedroomsTotal: 3, Latitude: 38.63, PostalCode: 95838 };
    expect(listingOf(buildSaleRecord(fields))).toEqual(listingOf(buildSaleRecord()));
  });
});

describe('property types, offers, and statuses', () => {
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
  ])('maps the property subtype %s to %s', (subType, type) => {
    expect(listingOf(buildSaleRecord({ PropertySubType: subType })).propertyType).toBe(type);
  });

  it.each(['Unkown', 'Timeshare', 'Boat Slip', 'Unimproved Land', '', undefined])(
    'rejects the property subtype %s',
    (subType) => {
      expect(rejectionReasonsOf(buildSaleRecord({ PropertySubType: subType }))).toEqual(['type']);
    },
  );

  it.each([
    ['Residential', 'For Sale'],
    ['Residential Income', 'For Sale'],
    ['ResidentialLease', 'For Rent'],
  ])('maps the property type %s to %s', (propertyType, status) => {
    expect(
      listingOf(buildSaleRecord({ PropertyType: propertyType, ListPrice: 20_000 })).status,
    ).toBe(status);
  });

  it.each(['Land', 'Commercial Lease', 'Business Opportunity', ''])(
    'rejects the property type %j',
    (propertyType) => {
      expect(rejectionReasonsOf(buildSaleRecord({ PropertyType: propertyType }))).toEqual([
        'offer',
      ]);
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
  ])('maps the status %j to available: %s', (status, isAvailable) => {
    expect(listingOf(buildSaleRecord({ StandardStatus: status })).isAvailable).toBe(isAvailable);
  });

  it.each(['Active Option Contract', 'Actve', 'A', 'For Sale', 'Sold', 'N/A', '?', 'Unknown'])(
    'rejects the unknown status %j instead of guessing the availability',
    (status) => {
      expect(rejectionReasonsOf(buildSaleRecord({ StandardStatus: status }))).toEqual(['status']);
      expect(
        rejectionReasonsOf(buildSaleRecord({ StandardStatus: '', MlsStatus: status })),
      ).toEqual(['status']);
    },
  );

  it.each([
    ['Closed', false],
    ['Active', true],
    ['', true],
  ])('maps MlsStatus %j without StandardStatus to available: %s', (status, isAvailable) => {
    const listing = listingOf(buildSaleRecord({ StandardStatus: undefined, MlsStatus: status }));
    expect(listing.isAvailable).toBe(isAvailable);
    expect(listing.history.isOffMarket).toBe(false);
  });

  it('prefers StandardStatus to MlsStatus', () => {
    const record = buildSaleRecord({ StandardStatus: 'Active', MlsStatus: 'Backup Offers' });
    expect(listingOf(record).isAvailable).toBe(true);
  });

  it('deletes a listing by key without other fields', () => {
    const record = { ListingKey: 'k9', StandardStatus: 'Delete' };
    expect(mapResoRecord(record, NOW)).toEqual({ kind: 'delete', listingKey: 'k9' });
    expect(rejectionReasonsOf({ StandardStatus: 'Delete' })).toEqual(['key']);
  });
});

describe('rejections', () => {
  it.each<[RejectionReason, ResoRecord]>([
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
  ])('reports %s for %j', (reason, fields) => {
    expect(rejectionReasonsOf(buildSaleRecord(fields))).toEqual([reason]);
  });

  it('lists every reason with its value', () => {
    const row = mapResoRecord(
      buildSaleRecord({ ListPrice: '0', City: undefined, LivingArea: 'big' }),
      NOW,
    );
    expect(row).toEqual({
      kind: 'rejected',
      listingKey: 'k1',
      rejections: [
        { reason: 'area', detail: 'LivingArea is "big", LivingAreaUnits is empty' },
        { reason: 'price', detail: 'ListPrice is "0"' },
        { reason: 'city', detail: 'City is empty' },
      ],
    });
  });

  it('rejects empty records and unexpected types', () => {
    expect(rejectionReasonsOf({})).toHaveLength(11);
    expect(rejectionReasonsOf(buildSaleRecord({ ListPrice: { amount: 1 }, City: ['a'] }))).toEqual([
      'price',
      'city',
    ]);
  });
});

describe('numbers', () => {
  it('accepts 0 bedrooms only for rentals', () => {
    expect(listingOf(buildLeaseRecord({ BedroomsTotal: '0' })).bedrooms).toBe(0);
    expect(rejectionReasonsOf(buildLeaseRecord({ BedroomsTotal: '' }))).toEqual(['bedrooms']);
  });

  it.each([
    ['1.5', 2],
    ['2.25', 3],
    ['1', 1],
    ['0.5', 1],
  ])('rounds %s bathrooms up to %i', (bathrooms, count) => {
    expect(listingOf(buildSaleRecord({ BathroomsTotalInteger: bathrooms })).bathrooms).toBe(count);
  });

  it.each<[ResoRecord, number]>([
    [{ BathroomsFull: '2', BathroomsHalf: '1' }, 3],
    [{ BathroomsTotalInteger: '', BathroomsFull: 1 }, 1],
    [{ BathroomsFull: '1', BathroomsThreeQuarter: '1', BathroomsOneQuarter: '1' }, 3],
    [{ BathroomsTotalInteger: '2', BathroomsFull: '1', BathroomsHalf: '2' }, 2],
  ])('adds up bathrooms without a total: %j', (fields, count) => {
    const record = buildSaleRecord({ BathroomsTotalInteger: undefined, ...fields });
    expect(listingOf(record).bathrooms).toBe(count);
  });

  it('does not add up bathrooms if the total is unreadable', () => {
    expect(
      rejectionReasonsOf(buildSaleRecord({ BathroomsTotalInteger: 'many', BathroomsFull: '2' })),
    ).toEqual(['bathrooms']);
  });

  it.each([
    ['Square Meters', '100', 1_076],
    ['Square Feet', '1500.4', 1_500],
    ['', '1,500', 1_500],
  ])('converts an area in %j: %s to %i square feet', (LivingAreaUnits, LivingArea, sqft) => {
    expect(listingOf(buildSaleRecord({ LivingAreaUnits, LivingArea })).sqft).toBe(sqft);
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
  ])('rejects rents that are not in dollars a month: %j', (fields) => {
    expect(rejectionReasonsOf(buildLeaseRecord(fields))).toEqual(['price']);
  });

  it.each<ResoRecord>([
    { ListPrice: '50' },
    { ListPrice: '1250.00', PriceCurrency: 'USD' },
    { PriceCurrency: '$', LeaseAmountFrequency: 'Monthly' },
    { PriceCurrency: '', LeaseAmountFrequency: null },
  ])('accepts rents in dollars a month: %j', (fields) => {
    expect(rejectionReasonsOf(buildLeaseRecord(fields))).toEqual([]);
  });

  it('requires sale prices in dollars and ignores their frequency', () => {
    expect(rejectionReasonsOf(buildSaleRecord({ PriceCurrency: 'CAD' }))).toEqual(['price']);
    expect(rejectionReasonsOf(buildSaleRecord({ LeaseAmountFrequency: 'Annually' }))).toEqual([]);
  });

  it('rejects areas that are too small for a home', () => {
    expect(rejectionReasonsOf(buildLeaseRecord({ LivingArea: '1.250' }))).toEqual(['area']);
    expect(listingOf(buildLeaseRecord({ LivingArea: '101' })).sqft).toBe(101);
  });

  it('ignores earlier prices with European thousands separators', () => {
    const { history } = listingOf(
      buildSaleRecord({
        OriginalListPrice: '450.000',
        PreviousListPrice: '440.000',
        PriceChangeTimestamp: '2026-03-01',
      }),
    );
    expect(history).toMatchObject({ originalPrice: null, priceChange: null });
  });

  it.each([
    ['$450,000.00', 450_000],
    ['450000.005', 450_000.01],
    ['4.5e5', 450_000],
  ])('reads the price %s', (ListPrice, price) => {
    expect(listingOf(buildSaleRecord({ ListPrice })).price).toBe(price);
  });

  it('rejects implausibly high rents', () => {
    expect(
      rejectionReasonsOf(buildLeaseRecord({ ListPrice: '52500', LivingArea: '1418' })),
    ).toEqual(['price']);
    expect(listingOf(buildLeaseRecord({ ListPrice: '2475', LivingArea: '130' })).price).toBe(2_475);
  });
});

describe('times', () => {
  it.each([
    ['2019-12-26', '2019-12-26T00:00:00.000Z'],
    ['2019-12-26T11:23:35Z', '2019-12-26T11:23:35.000Z'],
    ['2019-12-26 11:23:35', '2019-12-26T11:23:35.000Z'],
    ['2019-12-26T11:23:35-05:00', '2019-12-26T16:23:35.000Z'],
  ])('reads %s as %s', (OnMarketDate, time) => {
    expect(listingOf(buildSaleRecord({ OnMarketDate })).createdAt?.toISOString()).toBe(time);
  });

  it.each(['', '2031-01-01', '0001-01-01', '26.12.2019', 'soon', '2019-13-45'])(
    'ignores %j',
    (OnMarketDate) => {
      expect(listingOf(buildSaleRecord({ OnMarketDate })).createdAt).toBeNull();
    },
  );
});

describe('unreadable dates', () => {
  const dateErrorsOf = (fields: ResoRecord) => {
    const row = mapResoRecord(buildSaleRecord(fields), NOW);
    return row.kind === 'listing' ? row.dateErrors.map(({ value }) => value) : ['rejected'];
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
  ])('reports %j', (date, quotedDate) => {
    expect(dateErrorsOf({ OnMarketDate: date, PriceChangeTimestamp: date })).toEqual([
      `OnMarketDate is "${quotedDate}"`,
      `PriceChangeTimestamp is "${quotedDate}"`,
    ]);
    const { createdAt, history } = listingOf(
      buildSaleRecord({
        OnMarketDate: date,
        PriceChangeTimestamp: date,
        PreviousListPrice: '360000',
      }),
    );
    expect([createdAt, history.priceChange]).toEqual([null, null]);
  });

  it.each([undefined, null, '', '  ', '2024-02-29', '2031-01-01'])('does not report %j', (date) => {
    expect(dateErrorsOf({ OnMarketDate: date, PriceChangeTimestamp: date })).toEqual([]);
  });
});

describe('a row without a key', () => {
  it('gets a key derived from stable fields so that another import finds the listing', () => {
    const keyOf = (fields: ResoRecord) =>
      listingOf(buildSaleRecord({ ListingKey: '', ...fields })).listingKey;
    expect(keyOf({})).toMatch(/^row-[0-9a-f]{32}$/);
    expect(keyOf({ ListPrice: '340000', StandardStatus: 'Closed' })).toBe(keyOf({}));
    expect(keyOf({ UnparsedAddress: '14 Elm St' })).not.toBe(keyOf({}));
  });
});

describe('pictures', () => {
  const mediaOf = (fields: ResoRecord) => {
    const row = mapResoRecord(buildSaleRecord(fields), NOW);
    return row.kind === 'listing' ? row.media : 'rejected';
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
  ])('reads %j as %j', (fields, media) => {
    expect(mediaOf(fields)).toEqual(media);
  });
});

describe('very long values', () => {
  const LONG_TEXT_LENGTH = 300_000;
  it.each([
    '(',
    ',',
    ' ',
    '1',
    '1-',
    '.',
    'A',
    '<p ',
    '</p ',
    '&a',
    '&',
    'http://a,',
    '|',
    '\n',
    'é',
  ])('of %j are read in linear time', (part) => {
    const value = `12 Elm St ${part.repeat(LONG_TEXT_LENGTH / part.length)}!`;
    const all = Object.fromEntries([...RESO_FIELDS].map((field) => [field, value]));
    expect(mapResoRecord(all, NOW)).toMatchObject({ kind: 'rejected' });
    const { address } = listingOf({
      ...all,
      ...buildSaleRecord({ UnparsedAddress: value, Title: value, PublicRemarks: value }),
      ListingKey: null,
      PriceCurrency: '',
      LeaseAmountFrequency: '',
      LivingAreaUnits: '',
    });
    expect(address.length).toBeLessThanOrEqual(200);
  });
});
