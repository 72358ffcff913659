import { expect, it } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { buildPropertyRow } from '#tests/factories/build-property-row.ts';
import { startTestApp } from '#tests/helpers/test-app.ts';

it('shows a withheld address only to the listing’s agent', async () => {
  const server = await startTestApp();
  try {
    const agent = await server.addUser({ role: 'agent' });
    await server.db
      .insertInto('properties')
      .values(
        buildPropertyRow(agent._id, {
          address: '12 Elm Street',
          zip_code: '78701-4321',
          latitude: 30.26721,
          is_address_displayed: false,
        }),
      )
      .execute();
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
    expect(await server.ok(endpoints.listProperties, { query: { searchTerm: 'Elm' } })).toEqual([]);
  } finally {
    await server.close();
  }
});
