import { expect, it } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { buildPropertyRow } from '#tests/factories/build-property-row.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

const WITHHELD_HOME = {
  address: '12 Elm Street',
  zip_code: '78701-4321',
  latitude: 30.26721,
  is_address_displayed: false,
};

async function withWithheldHome(run: (server: TestApp, agent: TestUser) => Promise<void>) {
  const server = await startTestApp();
  try {
    const agent = await server.addUser({ role: 'agent' });
    await server.db
      .insertInto('properties')
      .values(buildPropertyRow(agent._id, WITHHELD_HOME))
      .execute();
    await run(server, agent);
  } finally {
    await server.close();
  }
}

it('shows a withheld address only to the listing’s agent', async () => {
  await withWithheldHome(async (server, agent) => {
    const privateLocation = {
      address: '12 Elm Street',
      zipCode: '78701-4321',
      latitude: 30.26721,
    };
    const publicLocation = { address: 'Address withheld', zipCode: '78701', latitude: 30.27 };
    const ownListings = await server.ok(endpoints.listMyProperties, { as: agent });
    expect(ownListings).toMatchObject([privateLocation]);
    const params = { id: ownListings[0]?._id ?? '' };
    expect(await server.ok(endpoints.listProperties)).toMatchObject([publicLocation]);
    expect(await server.ok(endpoints.getProperty, { params })).toMatchObject(publicLocation);
    const places = await server.ok(endpoints.listPlaces, { query: { term: 'address withheld' } });
    expect(places).toMatchObject([{ kind: 'address', zipCode: '78701' }]);
  });
});

it('lets visitors find a home only by the public part of a withheld address', async () => {
  await withWithheldHome(async (server) => {
    const [home] = await server.ok(endpoints.listProperties);
    const longitude = String(home?.longitude);
    for (const [query, count] of [
      [{ searchTerm: 'Elm' }, 0],
      [{ searchTerm: '78701-4321' }, 0],
      [{ searchTerm: '4321' }, 0],
      [{ near: `30.26721,${longitude}`, within: '0.1' }, 0],
      [{ searchTerm: '78701' }, 1],
      // Codes are compared by their first five digits.
      [{ zipCode: '78701-9999' }, 1],
      [{ near: `30.27,${longitude}`, within: '0.1' }, 1],
    ] as const)
      expect(await server.ok(endpoints.listProperties, { query })).toHaveLength(count);
    for (const term of ['12 Elm', 'elm', '78701-4321']) {
      const places = await server.ok(endpoints.listPlaces, { query: { term } });
      expect(places.filter(({ kind }) => kind === 'address')).toEqual([]);
    }
  });
});

it('finds a listing by its withheld address for its agent', async () => {
  await withWithheldHome(async (server, agent) => {
    for (const searchTerm of ['elm austin', '78701-4321', '12 Elm St, 78701']) {
      const query = { searchTerm };
      const found = await server.ok(endpoints.listMyProperties, { as: agent, query });
      expect(found).toHaveLength(1);
    }
  });
});
