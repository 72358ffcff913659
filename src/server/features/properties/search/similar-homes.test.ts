import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

const { listSimilarProperties } = endpoints;

let server: TestApp;
let agent: TestUser;

beforeAll(async () => {
  server = await startTestApp();
  agent = await server.addUser({ role: 'agent' });
  return () => server.close();
});

const DEFAULT_FACTS = { latitude: 30.2672, longitude: -97.7431, price: 450_000, sqft: 1_850 };
const addHome = async (facts: object) => server.addProperty(agent, { ...DEFAULT_FACTS, ...facts });
const findSimilarIds = async (id: string) =>
  (await server.ok(listSimilarProperties, { params: { id } })).map(({ _id }) => _id);

describe('GET /properties/:id/similar', () => {
  test('returns 404 for a nonexistent listing', async () => {
    for (const id of ['999999999', 'x'])
      expect(await server.error(listSimilarProperties, { params: { id } })).toMatchObject({
        status: 404,
      });
  });

  test('returns up to 6 available homes of the same status, most similar first', async () => {
    const home = await addHome({ features: ['pool', 'garden'], is_available: false });
    const expensiveHome = await addHome({ price: 1_400_000 });
    const largeHome = await addHome({ sqft: 3_500, features: ['pool'] });
    const twinHome = await addHome({ features: ['pool', 'garden'] });
    const plainHome = await addHome({});
    const farHome = await addHome({ latitude: 31.5 });
    const nearHome = await addHome({ latitude: 30.2816 });
    await addHome({ status: 'For Rent' });
    await addHome({ is_available: false });
    expect(await findSimilarIds(home)).toEqual([
      twinHome,
      plainHome,
      nearHome,
      largeHome,
      expensiveHome,
      farHome,
    ]);
    await addHome({ price: 455_000 });
    expect(await findSimilarIds(home)).toHaveLength(6);
    expect(await findSimilarIds(home)).not.toContain(farHome);
  });

  test('searches nearby homes first and extends the search if there are few', async () => {
    const place = { latitude: 44.05, longitude: -121.31, status: 'For Rent' as const };
    const home = await addHome(place);
    expect(await findSimilarIds(home)).toHaveLength(1);
    const manyHomes = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => addHome({ ...place, price: 400_000 + index })),
    );
    const similarIds = await findSimilarIds(home);
    expect(similarIds).toHaveLength(6);
    expect(similarIds.every((id) => manyHomes.includes(id))).toBe(true);
  });

  test('extends the search from ring to ring, even across the antimeridian', async () => {
    const place = { latitude: -16.8, longitude: 179.999, price: 90_000_000 };
    const home = await addHome(place);
    // The first home is within the one-mile ring, across the antimeridian. The others are within the
    // 4-mile ring.
    const homeAcrossMeridian = await addHome({ ...place, longitude: -179.999 });
    const fartherHomes = await Promise.all(
      Array.from({ length: 23 }, async (_, index) =>
        addHome({ ...place, longitude: index % 2 === 0 ? -179.97 : 179.97, price: 5_000_000 }),
      ),
    );
    const samePriceHome = await addHome({ ...place, latitude: -16 });
    const similarIds = await findSimilarIds(home);
    expect(similarIds[0]).toBe(homeAcrossMeridian);
    expect(similarIds.slice(1).every((id) => fartherHomes.includes(id))).toBe(true);
    const [deletedHome = ''] = fartherHomes;
    await server.db.deleteFrom('properties').where('id', '=', deletedHome).execute();
    // With one home too few, the search extends to wider rings, which contain a home at the same price.
    expect((await findSimilarIds(home)).slice(0, 2)).toEqual([homeAcrossMeridian, samePriceHome]);
  });

  test('compares homes without a position by their other facts', async () => {
    const home = await addHome({ latitude: 0, longitude: 0, price: 7_000_000 });
    const nearbyHome = await addHome({ latitude: 0, longitude: 0, price: 7_100_000 });
    expect((await findSimilarIds(home))[0]).toBe(nearbyHome);
  });
});
