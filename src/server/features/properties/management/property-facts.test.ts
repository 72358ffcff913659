/**
 * Tests publishing, changing, clearing, and rejecting a listing's facts, values that depend on the
 * time, reading listings by ID, and rejecting search filters.
 */

import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { FACT_NAMES, NO_FACTS, PROPERTY_FIELDS } from '#shared/properties/property-fields.ts';
import { PROPERTY_TYPES } from '#shared/property-choices.ts';
import { buildPropertyForm, FACTS_FORM, toFormData } from '#tests/factories/build-property-form.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

const { createProperty, getProperty, listProperties, listPropertiesByIds, updateProperty } =
  endpoints;
const DAY_MS = 24 * 60 * 60 * 1000;

let server: TestApp;
let agent: TestUser;

beforeAll(async () => {
  server = await startTestApp();
  agent = await server.addUser({ role: 'agent' });
  return () => server.close();
});

const publish = (facts: Parameters<typeof buildPropertyForm>[0] = {}) =>
  server.ok(createProperty, { as: agent, form: toFormData(buildPropertyForm(facts)) });

const change = (id: string, facts: Parameters<typeof buildPropertyForm>[0] = {}) =>
  server.ok(updateProperty, {
    as: agent,
    params: { id },
    form: toFormData(buildPropertyForm(facts)),
  });

const FACTS = {
  yearBuilt: 1987,
  lotSqft: 6_500,
  stories: 2,
  parkingSpaces: 3,
  hoaFee: 120.5,
  taxAnnual: 4_321.99,
  features: ['pool', 'garage'],
  pets: 'cats',
  furnished: 'partly',
  availableFrom: '2026-04-01',
  leaseMonths: 12,
  deposit: 1_500,
  virtualTourUrl: 'https://tours.example.org/12?view=1',
};

describe('property types', () => {
  test.each(PROPERTY_TYPES)('a listing can have the type %s', async (propertyType) => {
    expect(await publish({ propertyType })).toMatchObject({ propertyType });
    expect(PROPERTY_FIELDS.propertyType.required).toContain(propertyType);
    const [result] = await server.ok(listProperties, { query: { propertyType } });
    expect(result).toMatchObject({ propertyType });
  });
});

describe('facts', () => {
  test('are null if absent, and features are empty', async () => {
    expect(await publish()).toMatchObject(NO_FACTS);
    const blankFacts = Object.fromEntries(FACT_NAMES.map((name) => [name, ' ']));
    expect(await publish(blankFacts)).toMatchObject(NO_FACTS);
  });

  test('are returned as numbers, codes, and strings', async () => {
    const createdListing = await publish(FACTS_FORM);
    expect(createdListing).toMatchObject(FACTS);
    expect(await server.ok(getProperty, { params: { id: createdListing._id } })).toEqual(
      createdListing,
    );
  });

  test('do not change if absent and are cleared if empty', async () => {
    const { _id } = await publish(FACTS_FORM);
    expect(await change(_id, { yearBuilt: '1990' })).toMatchObject({ ...FACTS, yearBuilt: 1990 });
    const emptyFacts = Object.fromEntries(FACT_NAMES.map((name) => [name, '']));
    expect(await change(_id, emptyFacts)).toMatchObject(NO_FACTS);
  });

  test('are stored with distinct features and with amounts rounded to cents', async () => {
    const createdListing = await publish({
      features: ' pool, view,pool,',
      hoaFee: '99.999',
      deposit: '.5',
    });
    expect(createdListing).toMatchObject({ features: ['pool', 'view'], hoaFee: 100, deposit: 0.5 });
  });

  test.each([
    { yearBuilt: '1599' },
    { yearBuilt: String(new Date().getUTCFullYear() + 6) },
    { yearBuilt: '1990.5' },
    { lotSqft: '0' },
    { lotSqft: '1000000001' },
    { stories: '0' },
    { stories: '201' },
    { parkingSpaces: '-1' },
    { parkingSpaces: '101' },
    { hoaFee: '-0.01' },
    { hoaFee: '100000.01' },
    { taxAnnual: '10000001' },
    { features: 'pool,moat' },
    { pets: 'horses' },
    { furnished: 'true' },
    { availableFrom: '2026-02-30' },
    { availableFrom: '1 March' },
    { leaseMonths: '0' },
    { leaseMonths: '121' },
    { deposit: 'none' },
    { virtualTourUrl: 'http://tours.example.org/12' },
    { virtualTourUrl: 'https://ada:pass@tours.example.org/' },
    { virtualTourUrl: 'javascript:alert(1)' },
    { virtualTourUrl: 'https://tours.example.org/a b' },
    { virtualTourUrl: `https://tours.example.org/${'x'.repeat(480)}` },
  ])('are rejected with the name of the field: %o', async (facts) => {
    const [path] = Object.keys(facts);
    const { status, errors } = await server.error(createProperty, {
      as: agent,
      form: toFormData(buildPropertyForm(facts)),
    });
    expect({ status, paths: errors?.map((error) => error.path) }).toEqual({
      status: 400,
      paths: [path],
    });
  });

  test('are accepted at the limits of their ranges', async () => {
    const latestYear = new Date().getUTCFullYear() + 5;
    await publish({ yearBuilt: '1600', lotSqft: '1', stories: '1', parkingSpaces: '0' });
    const createdListing = await publish({
      yearBuilt: String(latestYear),
      lotSqft: '1000000000',
      stories: '200',
      parkingSpaces: '100',
      hoaFee: '100000',
      taxAnnual: '10000000',
      leaseMonths: '120',
      deposit: '10000000',
    });
    expect(createdListing).toMatchObject({ yearBuilt: latestYear, lotSqft: 1e9, deposit: 1e7 });
  });
});

describe('daysListed and priceChange', () => {
  test('count full days and show a price change for 30 days', async () => {
    const createdListing = await publish({ price: '620000' });
    expect(createdListing).toMatchObject({ daysListed: 0, priceChange: null });
    await server.clock.advance(DAY_MS);
    const date = server.clock.now().toISOString();
    const priceCut = await change(createdListing._id, { price: '600000' });
    expect(priceCut.daysListed).toBe(1);
    expect(priceCut.priceChange).toEqual({
      amount: -20_000,
      percent: -3.2,
      previousPrice: 620_000,
      date,
    });
    const reducedHomes = await server.ok(listProperties, { query: { reduced: 'true' } });
    expect(reducedHomes.map(({ _id }) => _id)).toEqual([createdListing._id]);

    await server.clock.advance(30 * DAY_MS);
    expect(
      (await server.ok(getProperty, { params: { id: createdListing._id } })).priceChange,
    ).not.toBeNull();
    await server.clock.advance(60_000);
    const laterListing = await server.ok(getProperty, { params: { id: createdListing._id } });
    expect(laterListing).toMatchObject({ daysListed: 31, priceChange: null });
    expect(await server.ok(listProperties, { query: { reduced: 'true' } })).toEqual([]);
    // The session has expired by now.
    agent = await server.addUser({ role: 'agent' });
  });

  test('a new status clears the price change', async () => {
    const { _id } = await publish({ price: '0' });
    expect((await change(_id, { price: '10' })).priceChange).toMatchObject({
      amount: 10,
      percent: null,
    });
    expect((await change(_id, { price: '900', status: 'For Rent' })).priceChange).toBeNull();
    expect((await change(_id, { price: '950.5', status: 'For Rent' })).priceChange).toMatchObject({
      amount: 50.5,
      percent: 5.6,
    });
  });
});

describe('GET /properties/by-ids', () => {
  test('returns available and unavailable listings in the requested order', async () => {
    const firstListing = await publish();
    const second = await server.addProperty(agent, { is_available: false });
    const ids = `${second},999999,x,0,${firstListing._id},${second}`;
    const results = await server.ok(listPropertiesByIds, { query: { ids } });
    expect(results.map(({ _id }) => _id)).toEqual([second, firstListing._id]);
    expect(results[1]).toEqual(firstListing);
    expect(await server.ok(listPropertiesByIds, { query: { ids: 'x' } })).toEqual([]);
  });

  test.each([{}, { ids: '' }, { ids: Array(101).fill('1').join(',') }])(
    'requires 1 to 100 IDs: %o',
    async (query: Record<string, string>) => {
      const { status } = await server.error(listPropertiesByIds, { query });
      expect(status).toBe(400);
    },
  );
});

describe('filters of GET /properties', () => {
  test.each([
    { bathrooms: '-1' },
    { bathrooms: '101' },
    { minSqft: '1.5' },
    { minSqft: '10000001' },
    { maxSqft: 'big' },
    { minLotSqft: '1000000001' },
    { minYearBuilt: '1599' },
    { minYearBuilt: '3000' },
    { parking: '101' },
    { maxHoa: '100001' },
    { features: 'pool,moat' },
    { pets: 'none' },
    { furnished: 'no' },
    { availableBy: '2026-13-01' },
    { listedWithin: '0' },
    { listedWithin: '91' },
    { openHouseWithin: '0' },
    { openHouseWithin: '31' },
    { reduced: 'false' },
    { underContract: 'true' },
    { maxMonthly: '-1' },
    { maxMonthly: '100000000.01' },
    { downPayment: '100.5' },
    { rate: '30.01' },
    { termYears: '0' },
    { termYears: '51' },
    { city: 'x'.repeat(201) },
    { propertyType: 'House,Castle' },
  ])('are rejected with the name of the field: %o', async (query: Record<string, string>) => {
    const [path] = Object.keys(query);
    const { status, errors } = await server.error(listProperties, { query });
    expect({ status, paths: errors?.map((error) => error.path) }).toEqual({
      status: 400,
      paths: [path],
    });
  });
});
