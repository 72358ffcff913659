import ICAL from 'ical.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { DEFAULT_COST_RATES } from '#shared/monthly-cost.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

let server: TestApp;
let people: Record<'user' | 'agent' | 'admin', TestUser>;
beforeAll(async () => {
  server = await startTestApp();
  people = await server.addPeople();
  return () => server.close();
});

const HOUR_MS = 3_600_000;
const hoursFromNow = (hours: number) =>
  new Date(server.clock.now().getTime() + hours * HOUR_MS).toISOString();
const AUSTIN = { latitude: 30.25, longitude: -97.75 };

const add = (id: string, body: unknown) =>
  server.ok(endpoints.addOpenHouse, { as: people.agent, params: { id }, body });

/** Parses a calendar with a parser independent of the code that wrote it. */
function parseEvents(text: string): ICAL.Event[] {
  const calendar = new ICAL.Component(ICAL.parse(text) as never);
  return calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));
}

describe('GET /open-houses/:id/calendar.ics', () => {
  const buildParams = (id: string) => ({ params: { id } });

  test('contains the open house, as read by an independent parser', async () => {
    const home = await server.addProperty(people.agent, { ...AUSTIN, title: 'House, by the lake' });
    const openHouse = await add(home, {
      start: hoursFromNow(1),
      end: hoursFromNow(2),
      note: 'Ring twice; wait',
    });
    const response = await server.send(endpoints.getOpenHouseCalendar, buildParams(openHouse._id));
    expect(response.headers['content-type']).toBe('text/calendar; charset=utf-8');
    const [event] = parseEvents(response.body);
    expect(event?.startDate.toJSDate().toISOString()).toBe(openHouse.start);
    expect(event?.endDate.toJSDate().toISOString()).toBe(openHouse.end);
    expect([event?.summary, event?.description]).toEqual([
      'Open house: House, by the lake',
      'Ring twice; wait',
    ]);
  });

  test('does not contain a withheld address or its ZIP+4 code', async () => {
    const home = await server.addProperty(people.agent, {
      ...AUSTIN,
      address: '12 Elm Street',
      city: 'Austin',
      state: 'TX',
      zip_code: '78701-4321',
      is_address_displayed: false,
    });
    const { _id } = await add(home, { start: hoursFromNow(1), end: hoursFromNow(2) });
    const { body } = await server.send(endpoints.getOpenHouseCalendar, buildParams(_id));
    expect(parseEvents(body)[0]?.location).toBe('Address withheld, Austin, TX 78701');
  });

  test('returns 404 after the open house, for an unavailable home, and for an unknown ID', async () => {
    const home = await server.addProperty(people.agent, AUSTIN);
    const pastEvent = await add(home, { start: hoursFromNow(0), end: hoursFromNow(1) });
    await server.clock.advance(HOUR_MS);
    const unavailableEvent = await add(home, { start: hoursFromNow(1), end: hoursFromNow(2) });
    await server.ok(endpoints.toggleAvailability, { as: people.agent, params: { id: home } });
    for (const id of [pastEvent._id, unavailableEvent._id, '999999', 'x']) {
      const { code } = await server.error(endpoints.getOpenHouseCalendar, buildParams(id));
      expect(code).toBe('NOT_FOUND');
    }
  });
});

describe('GET /open-houses.ics', () => {
  test('is also served at the root, without a redirect', async () => {
    const home = await server.addProperty(people.agent, { city: 'Rootville' });
    await add(home, { start: hoursFromNow(1), end: hoursFromNow(2) });
    const response = await server.app.inject('/open-houses.ics?city=Rootville');
    expect([response.statusCode, response.headers['content-type']]).toEqual([
      200,
      'text/calendar; charset=utf-8',
    ]);
    expect(parseEvents(response.body)).toHaveLength(1);
  });

  const readFeedEvents = async (query: Record<string, string>) =>
    parseEvents((await server.send(endpoints.getOpenHouseFeed, { query })).body);

  test('includes the site’s name', async () => {
    const read = async () => (await server.send(endpoints.getOpenHouseFeed, { query: {} })).body;
    expect(await read()).toContain('X-WR-CALNAME:Open houses | Doorstep');
    const form = new FormData();
    form.set('site', JSON.stringify({ name: 'Oak <b>' }));
    const admin = await server.addUser({ role: 'admin' });
    await server.ok(endpoints.changeSite, { as: admin, form });
    expect(await read()).toContain('X-WR-CALNAME:Open houses | Oak <b>');
  });

  test('includes an open house whose agent’s name has no printable characters', async () => {
    const agent = await server.addUser({ role: 'agent', name: '\u0007\u0007' });
    const home = await server.addProperty(agent, { city: 'Namelessville' });
    await server.ok(endpoints.addOpenHouse, {
      as: agent,
      params: { id: home },
      body: { start: hoursFromNow(1), end: hoursFromNow(2) },
    });
    expect(await readFeedEvents({ city: 'Namelessville' })).toHaveLength(1);
  });

  test('lists upcoming open houses that match a search, earliest first', async () => {
    const expensiveHome = await server.addProperty(people.agent, {
      price: 910_000,
      city: 'Feedville',
    });
    const cheapHome = await server.addProperty(people.agent, { price: 90_000, city: 'Feedville' });
    const lateEvent = await add(expensiveHome, { start: hoursFromNow(40), end: hoursFromNow(41) });
    const earlyEvent = await add(expensiveHome, { start: hoursFromNow(3), end: hoursFromNow(4) });
    const other = await add(cheapHome, { start: hoursFromNow(5), end: hoursFromNow(6) });
    const listStartTimes = async (query: Record<string, string>) =>
      (await readFeedEvents(query)).map(({ startDate }) => startDate.toJSDate().toISOString());
    expect(await listStartTimes({ city: 'feedville' })).toEqual([
      earlyEvent.start,
      other.start,
      lateEvent.start,
    ]);
    expect(await listStartTimes({ searchTerm: 'Feedville', minPrice: '900000' })).toEqual([
      earlyEvent.start,
      lateEvent.start,
    ]);
    expect(await listStartTimes({ searchTerm: 'Feedvile' })).toHaveLength(3);
    await server.ok(endpoints.toggleAvailability, {
      as: people.agent,
      params: { id: expensiveHome },
    });
    expect(await listStartTimes({ city: 'feedville' })).toEqual([other.start]);
    expect(await listStartTimes({ city: 'Nowhere' })).toEqual([]);
  });

  test('contains at most 500 entries, each with a unique identifier', async () => {
    const home = await server.addProperty(people.agent, { city: 'Manyville' });
    await server.db
      .insertInto('open_houses')
      .values(
        Array.from({ length: 501 }, (_, index) => ({
          property_id: home,
          start_at: new Date(hoursFromNow(index + 1)),
          end_at: new Date(hoursFromNow(index + 2)),
          time_zone: 'UTC',
        })),
      )
      .execute();
    const events = await readFeedEvents({ city: 'Manyville' });
    expect(events).toHaveLength(500);
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(500);
    expect(events.at(-1)?.startDate.toJSDate().toISOString()).toBe(hoursFromNow(500));
  });

  test('calculates the monthly cost with the rates from the settings', async () => {
    const highRateServer = await startTestApp({
      publicSettings: {
        publicUrl: 'https://homes.example.org',
        mapTileUrl: 'https://tile.example.org/{z}/{x}/{y}.png',
        costRates: { ...DEFAULT_COST_RATES, mortgageRate: 20 },
      },
    });
    const agent = await highRateServer.addUser({ role: 'agent' });
    const id = await highRateServer.addProperty(agent, { status: 'For Sale', price: 500_000 });
    const body = { start: hoursFromNow(1), end: hoursFromNow(2) };
    await highRateServer.ok(endpoints.addOpenHouse, { as: agent, params: { id }, body });
    // At 6.5 percent, the loan alone costs $2,528 per month; at 20 percent, $6,684.
    const countResults = async (maxMonthly: number) => {
      const query = { maxMonthly };
      const listings = await highRateServer.ok(endpoints.listProperties, { query });
      const entries = parseEvents(
        (await highRateServer.send(endpoints.getOpenHouseFeed, { query })).body,
      );
      return [listings.length, entries.length];
    };
    expect(await countResults(5_000)).toEqual([0, 0]);
    expect(await countResults(9_000)).toEqual([1, 1]);
    await highRateServer.close();
  });

  test('rejects invalid filters', async () => {
    const { status } = await server.error(endpoints.getOpenHouseFeed, {
      query: { bedrooms: 'x' },
    });
    expect(status).toBe(400);
  });
});

describe('a listing', () => {
  test('includes its current or next open house', async () => {
    const id = await server.addProperty(people.agent, AUSTIN);
    const readNextOpenHouse = async () => {
      const query = { ids: id };
      const [listing] = await server.ok(endpoints.listPropertiesByIds, { query });
      const property = await server.ok(endpoints.getProperty, { params: { id } });
      expect(listing?.nextOpenHouse).toEqual(property.nextOpenHouse);
      return property.nextOpenHouse;
    };
    expect(await readNextOpenHouse()).toBeNull();
    await add(id, { start: hoursFromNow(5), end: hoursFromNow(6) });
    const { start, end, timeZone } = await add(id, {
      start: hoursFromNow(1),
      end: hoursFromNow(2),
    });
    expect(await readNextOpenHouse()).toEqual({ start, end, timeZone });
    await server.ok(endpoints.toggleAvailability, { as: people.agent, params: { id } });
    expect(await readNextOpenHouse()).toBeNull();
  });
});
