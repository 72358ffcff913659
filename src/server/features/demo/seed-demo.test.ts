import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_PAGE_SIZE, MAX_SHORT_TEXT_LENGTH, MAX_TITLE_LENGTH } from '#shared/limits.ts';
import { createTestDatabase } from '#tests/helpers/test-database.ts';
import { type Database, openDatabase } from '../../database/database.ts';
import { hashPassword, verifyPassword } from '../accounts/password.ts';
import { readHistory } from '../properties/property-history-repository.ts';
import { dayOf, listSlots } from '../tours/hours/tour-slots.ts';
import { readDemoCities } from './demo-cities.ts';
import { readDemoPictures } from './demo-pictures.ts';
import { DEMO_SLOT_MINUTES, DEMO_TIME_ZONE, DEMO_TOURS, DEMO_WEEKLY } from './demo-tours.ts';
import { DEMO_SIGN_INS, seedDemo } from './seed-demo.ts';

const now = new Date('2026-03-20T15:00:00Z');
const DAY_MS = 86_400_000;
const REQUESTER = { key: 'test', signal: undefined };
const hash = (password: string) => hashPassword(password, REQUESTER);

describe('the demo data', () => {
  let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>;
  let db: Database;
  let seedResults: boolean[];
  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    ({ db } = openDatabase(testDatabase.url, { statementTimeoutMs: 60_000 }));
    // If two processes start at the same time, only one seeds the database.
    seedResults = await Promise.all([
      seedDemo(db, { now, hashPassword: hash }),
      seedDemo(db, { now, hashPassword: hash }),
    ]);
  });
  afterAll(async () => {
    await db.destroy();
    await testDatabase.drop();
  });

  const findHomes = () =>
    db.selectFrom('public_properties').selectAll().orderBy('created_at', 'desc').execute();

  it('is inserted once', async () => {
    expect(seedResults.filter(Boolean)).toHaveLength(1);
    const count = (await findHomes()).length;
    expect(await seedDemo(db, { now, hashPassword: hash })).toBe(false);
    expect(await findHomes()).toHaveLength(count);
  });

  it('has facts for every home and alternative text for every picture', async () => {
    for (const home of await findHomes()) {
      const isRent = home.status === 'For Rent';
      expect(home.features.length).toBeGreaterThan(0);
      expect([home.tax_annual === null, home.pets === null]).toEqual([isRent, !isRent]);
    }
    const years = (await findHomes()).filter((home) => home.year_built !== null);
    expect(years.length).toBeGreaterThan((await findHomes()).length * 0.8);
    const texts = await db.selectFrom('property_images').select('text').execute();
    expect(texts.every(({ text }) => text !== null && text.length <= 200)).toBe(true);
  });

  it('has a history: price changes, including cuts, and sold and rented homes', async () => {
    const allHomes = await findHomes();
    const histories = await Promise.all(
      allHomes.map(async (home) => ({ home, history: (await readHistory(db, home.id)) ?? [] })),
    );
    for (const { home, history } of histories) {
      const dates = history.map(({ date }) => date);
      expect(dates.at(-1)).toBe(home.created_at.toISOString());
      expect(dates).toEqual(dates.toSorted().toReversed());
      expect(dates[0] && new Date(dates[0]) <= now).toBe(true);
      expect(history[0]?.price).toBe(home.price);
      const last = history[0]?.event ?? '';
      expect(['sold', 'rented'].includes(last)).toBe(!home.is_available);
    }
    const changes = histories.map(
      ({ history }) => history.filter(({ event }) => event === 'price_changed').length,
    );
    expect(changes.filter((count) => count > 0).length).toBeGreaterThan(allHomes.length * 0.2);
    expect(Math.max(...changes)).toBeGreaterThanOrEqual(4);
    const cuts = allHomes.filter((home) => (home.previous_price ?? 0) > home.price);
    expect(cuts.length).toBeGreaterThan(15);
  });

  it('has the accounts whose credentials are printed at startup', async () => {
    for (const { email, role, password } of DEMO_SIGN_INS) {
      const user = await db
        .selectFrom('users')
        .selectAll()
        .where('email', '=', email)
        .executeTakeFirstOrThrow();
      expect([user.role, user.is_demo]).toEqual([role, true]);
      expect(await verifyPassword(user.password_hash, password, REQUESTER)).toBe(true);
    }
  });

  it('has saved homes, one of them sold or rented, and a shortlist shared with the demo agent', async () => {
    const [, agent, user] = DEMO_SIGN_INS;
    const savedHomes = await db
      .selectFrom('favorites')
      .innerJoin('users', 'users.id', 'user_id')
      .innerJoin('properties', 'properties.id', 'property_id')
      .select(['users.email', 'is_available'])
      .execute();
    expect(savedHomes.every(({ email }) => email === user.email)).toBe(true);
    expect(savedHomes).toHaveLength(6);
    expect(savedHomes.filter(({ is_available }) => !is_available)).toHaveLength(1);
    const members = await db
      .selectFrom('shortlist_members')
      .innerJoin('users', 'users.id', 'user_id')
      .select('users.email')
      .execute();
    expect(members).toEqual([{ email: agent.email }]);
    const votes = await db.selectFrom('shortlist_votes').select('vote').execute();
    expect(votes).toHaveLength(5);
  });

  it('has two saved searches, each with new homes', async () => {
    const searches = await db.selectFrom('saved_searches').selectAll().orderBy('id').execute();
    expect(searches.map(({ name }) => name)).toEqual([
      'For sale in Austin, TX, up to $900,000',
      'For rent in Portland, OR',
    ]);
    for (const { search, seen_at: seenAt, frequency } of searches) {
      expect(frequency).toBe('never');
      const isNew = (home: Awaited<ReturnType<typeof findHomes>>[number]) =>
        home.is_available &&
        home.city === search['city'] &&
        home.status === search['status'] &&
        home.price <= Number(search['maxPrice'] ?? Infinity) &&
        home.created_at > seenAt;
      expect((await findHomes()).some(isNew)).toBe(true);
    }
  });

  it('has eight agents who each have a portrait and listings', async () => {
    const agents = await db
      .selectFrom('users')
      .select(['id', 'avatar_key'])
      .where('role', '=', 'agent')
      .execute();
    expect(agents).toHaveLength(8);
    const keys = new Set((await readDemoPictures()).map(({ key }) => key));
    expect(agents.every(({ avatar_key }) => avatar_key !== null && keys.has(avatar_key))).toBe(
      true,
    );
    expect(new Set(agents.map(({ avatar_key }) => avatar_key)).size).toBe(8);
    const listingAgentIds = new Set((await findHomes()).map(({ agent_id }) => agent_id));
    expect(agents.every(({ id }) => listingAgentIds.has(id))).toBe(true);
  });

  it('has about 120 different homes in ten cities, of every type, status, and availability', async () => {
    const all = await findHomes();
    expect(all.length).toBeGreaterThanOrEqual(115);
    for (const column of ['title', 'address', 'description'] as const) {
      expect(new Set(all.map((home) => home[column])).size).toBe(all.length);
    }
    expect(new Set(all.map(({ city }) => city)).size).toBe(10);
    const kinds = all.map(({ property_type, status, is_available }) =>
      [property_type, status, is_available].join(),
    );
    expect(new Set(kinds).size).toBeGreaterThanOrEqual(11);
    expect(all.every(({ title }) => title.length <= Math.min(70, MAX_TITLE_LENGTH))).toBe(true);
    expect(all.every(({ address }) => address.length <= MAX_SHORT_TEXT_LENGTH)).toBe(true);
  });

  it('has older homes and homes listed on every day of the last week', async () => {
    const ages = (await findHomes()).map(({ created_at }) =>
      Math.floor((now.getTime() - created_at.getTime()) / DAY_MS),
    );
    expect(Math.min(...ages)).toBe(0);
    for (const day of [0, 1, 2, 3, 4, 5, 6]) expect(ages).toContain(day);
    expect(ages.filter((age) => age >= 7).length).toBeGreaterThan(DEFAULT_PAGE_SIZE);
    expect(Math.max(...ages)).toBeLessThan(100);
  });

  it('has three to eight pictures for every home, with the exterior first', async () => {
    const pictures = new Map((await readDemoPictures()).map((picture) => [picture.key, picture]));
    const rows = await db
      .selectFrom('property_images')
      .innerJoin('properties', 'properties.id', 'property_images.property_id')
      .select(['property_id', 'position', 'key', 'placeholder'])
      .orderBy('property_id')
      .orderBy('position')
      .execute();
    const byHome = Map.groupBy(rows, ({ property_id }) => property_id);
    expect(byHome.size).toBe((await findHomes()).length);
    for (const images of byHome.values()) {
      expect(images.length).toBeGreaterThanOrEqual(3);
      expect(images.length).toBeLessThanOrEqual(8);
      const kinds = images.map(({ key }) => pictures.get(key)?.kind);
      expect(kinds[0]).toMatch(/^exterior-/);
      expect(kinds.slice(1).some((kind) => kind?.startsWith('exterior-'))).toBe(false);
    }
    expect(rows.every(({ placeholder }) => placeholder.startsWith('data:image/webp'))).toBe(true);
    const uses = Map.groupBy(rows, ({ key }) => key);
    expect(uses.size).toBeGreaterThan(110);
  });

  it('has read and unread messages', async () => {
    const messages = await db.selectFrom('contact_messages').select('is_read').execute();
    expect(new Set(messages.map(({ is_read }) => is_read))).toEqual(new Set([true, false]));
  });

  it('has upcoming tours in open slots, two of them booked or requested by the demo user', async () => {
    const all = await db.selectFrom('tours').selectAll().orderBy('start_at').execute();
    expect(all).toHaveLength(DEMO_TOURS.length);
    const upcomingTours = all.filter(({ start_at }) => start_at > now);
    const user = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', DEMO_SIGN_INS[2].email)
      .executeTakeFirstOrThrow();
    expect(upcomingTours.filter(({ visitor_id }) => visitor_id === user.id)).toHaveLength(2);
    expect(new Set(upcomingTours.map(({ status }) => status))).toEqual(
      new Set(['booked', 'requested']),
    );
    for (const { start_at } of upcomingTours) {
      const day = dayOf(start_at, DEMO_TIME_ZONE);
      const rules = {
        timeZone: DEMO_TIME_ZONE,
        slotMinutes: DEMO_SLOT_MINUTES,
        noticeHours: 0,
        daysAhead: 14,
        weekly: DEMO_WEEKLY,
      };
      const starts = listSlots(rules, { from: day, days: 1, now }).map(({ start }) => start);
      expect(starts).toContainEqual(start_at);
    }
  });

  it('has open houses on the upcoming weekend', async () => {
    const all = await db.selectFrom('open_houses').selectAll().orderBy('start_at').execute();
    expect(all.map(({ start_at }) => start_at.toISOString())).toEqual([
      '2026-03-21T18:00:00.000Z',
      '2026-03-22T16:00:00.000Z',
    ]);
  });

  it('is included in the stored listing totals', async () => {
    const totals = await db
      .selectFrom('property_totals')
      .select((column) => column.fn.sum<string>('listing_count').as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(totals.count)).toBe((await findHomes()).length);
  });
});

const cities = await readDemoCities();

describe('the homes in demo/cities', () => {
  const homes = cities.flatMap((city) => city.homes);

  it.each(cities.map((city) => [city.city, city] as const))(
    'of %s cover exactly the places of the city',
    (_name, city) => {
      for (const home of city.homes) expect(city.places).toHaveProperty(home.place);
      for (const place of Object.keys(city.places)) {
        expect(city.homes.some((home) => home.place === place)).toBe(true);
      }
    },
  );

  it('use only styles that have a demo picture', async () => {
    const styles = new Set((await readDemoPictures()).map(({ style }) => style));
    expect(homes.filter(({ style }) => !styles.has(style))).toEqual([]);
  });

  it.each(homes)('$title has a realistic price', ({ status, price, sqft }) => {
    const [min, max] = status === 'For Sale' ? [150, 900] : [1, 5];
    expect(price / sqft).toBeGreaterThan(min);
    expect(price / sqft).toBeLessThan(max);
  });
});
