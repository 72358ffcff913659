import { readdir } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Role } from '#shared/schemas/user.ts';
import { createNoise } from '#server/storage/image.fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { addOffice, addOfficeAgent, buildOfficeForm } from './office.fixture.ts';

let server: TestApp;
let people: Record<Role, TestUser>;
beforeAll(async () => {
  server = await startTestApp();
  people = await server.addPeople();
  return () => server.close();
});

const create = (fields: Record<string, unknown>, logo?: Buffer) =>
  server.ok(endpoints.createOffice, { as: people.admin, form: buildOfficeForm(fields, logo) });
const readOffice = (slug: string) => server.ok(endpoints.getOffice, { params: { id: slug } });

describe('POST /offices', () => {
  test('requires an admin', () =>
    server.expectGuarded(endpoints.createOffice, people, { form: buildOfficeForm({ name: 'X' }) }));

  test('creates an office that can be read by its slug', async () => {
    const createdOffice = await create({
      name: ' Café Row Homes, LLC. ',
      phone: '(512) 555-0142',
      email: 'Office@Example.org',
      street: '1 Main St',
      city: 'Austin',
      state: 'TX',
      zipCode: '78704',
      about: 'Homes near coffee.',
    });
    expect(createdOffice).toStrictEqual({
      _id: expect.stringMatching(/^\d+$/),
      slug: 'cafe-row-homes-llc',
      name: 'Café Row Homes, LLC.',
      logo: null,
      phone: '(512) 555-0142',
      email: 'Office@Example.org',
      street: '1 Main St',
      city: 'Austin',
      state: 'TX',
      zipCode: '78704',
      about: 'Homes near coffee.',
      agentCount: 0,
      propertyCount: 0,
    });
    expect(await readOffice(createdOffice.slug)).toStrictEqual(createdOffice);
  });

  test.each([
    [{}, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: '...' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 'Fine', about: 'x'.repeat(5_001) }, 'about'],
    [{ name: 'Fine', phone: '12345' }, 'phone'],
    [{ name: 'Fine', phone: 'call me now' }, 'phone'],
    [{ name: 'Fine', phone: '1'.repeat(31) }, 'phone'],
    [{ name: 'Fine', email: 'invalid' }, 'email'],
    [{ name: 'Fine', city: 5 }, 'city'],
  ])('rejects %j', async (fields, path) => {
    const form = buildOfficeForm(fields);
    const { status, errors } = await server.error(endpoints.createOffice, {
      as: people.admin,
      form,
    });
    expect(status).toBe(400);
    expect(errors?.map((error) => error.path)).toEqual([path]);
  });

  test('rejects invalid JSON and a name whose slug is taken', async () => {
    const form = new FormData();
    form.append('office', '{');
    const as = people.admin;
    expect(await server.error(endpoints.createOffice, { as, form })).toMatchObject({
      status: 400,
    });
    await create({ name: 'Taken Homes' });
    expect(
      await server.error(endpoints.createOffice, {
        as,
        form: buildOfficeForm({ name: 'taken - homes' }),
      }),
    ).toMatchObject({
      status: 409,
      message: 'An office with this or a very similar name already exists.',
    });
  });

  test('stores no picture if the request is rejected', async () => {
    const logo = await createNoise(400, 200).png().toBuffer();
    await create({ name: 'Logo Once' }, logo);
    const countFiles = async () =>
      (await readdir(server.imageFolder, { recursive: true, withFileTypes: true })).filter((file) =>
        file.isFile(),
      ).length;
    const before = await countFiles();
    const form = buildOfficeForm({ name: 'Logo Once' }, logo);
    expect(await server.status(endpoints.createOffice, { as: people.admin, form })).toBe(409);
    expect(await countFiles()).toBe(before);
  });
});

describe('GET /offices', () => {
  test('lists offices by name, in pages, and searches by name or city', async () => {
    await create({ name: 'aardvark Realty', city: 'São Paulo' });
    await create({ name: 'Zebra Realty' });
    const find = async (query: Record<string, string | number>) =>
      (await server.ok(endpoints.listOffices, { query })).map(({ name }) => name);
    expect(await find({ searchTerm: 'REALTY' })).toEqual(['aardvark Realty', 'Zebra Realty']);
    expect(await find({ searchTerm: 'realty', limit: 1, page: 2 })).toEqual(['Zebra Realty']);
    expect(await find({ searchTerm: 'sao paulo' })).toEqual(['aardvark Realty']);
    expect(await find({ searchTerm: '%' })).not.toContain('Zebra Realty');
    const { headers } = await server.send(endpoints.listOffices, {
      query: { searchTerm: 'realty', limit: 1 },
    });
    expect(headers['x-total-count']).toBe('2');
  });
});

describe('GET /offices/:id', () => {
  test('counts agents and available listings, and returns 404 for an unknown slug', async () => {
    const office = await addOffice(server, 'Counted Homes');
    const [ann, bob] = [await addOfficeAgent(server, office), await addOfficeAgent(server, office)];
    await server.addProperty(ann);
    await server.addProperty(bob);
    await server.addProperty(bob, { is_available: false });
    expect(await readOffice('counted-homes')).toMatchObject({ agentCount: 2, propertyCount: 2 });
    for (const slug of [office._id, 'counted', '%', 'Counted-Homes'])
      expect(await server.status(endpoints.getOffice, { params: { id: slug } })).toBe(404);
  });
});

describe('PUT /offices/:id', () => {
  test('requires a manager of the office or an admin', async () => {
    const office = await addOffice(server, 'Guarded Homes');
    const other = await addOffice(server, 'Other Guarded Homes');
    const params = { id: office._id };
    const buildForm = () => buildOfficeForm({ about: 'Changed.' });
    await server.expectGuarded(endpoints.changeOffice, people, { params, form: buildForm() });
    const manager = await addOfficeAgent(server, office, 'manager');
    const member = await addOfficeAgent(server, office);
    const stranger = await addOfficeAgent(server, other, 'manager');
    for (const as of [member, stranger, people.agent])
      expect(await server.status(endpoints.changeOffice, { as, params, form: buildForm() })).toBe(
        403,
      );
    expect((await readOffice(office.slug)).about).toBeNull();
    for (const as of [manager, people.admin])
      await server.ok(endpoints.changeOffice, { as, params, form: buildForm() });
    expect((await readOffice(office.slug)).about).toBe('Changed.');
  });

  test('changes only the sent fields, clears empty ones, and derives the slug from the name', async () => {
    const createdOffice = await create({ name: 'Old Name', city: 'Austin', phone: '512-555-0142' });
    const params = { id: createdOffice._id };
    const change = (fields: object) =>
      server.ok(endpoints.changeOffice, {
        as: people.admin,
        params,
        form: buildOfficeForm(fields),
      });
    expect(await change({ phone: '' })).toMatchObject({ phone: null, city: 'Austin' });
    expect(await change({ name: 'New Name', city: null })).toMatchObject({
      slug: 'new-name',
      name: 'New Name',
      city: null,
    });
    expect(await server.status(endpoints.getOffice, { params: { id: 'old-name' } })).toBe(404);
    await create({ name: 'Old Name' });
    const form = buildOfficeForm({ name: 'old name' });
    expect(await server.status(endpoints.changeOffice, { as: people.admin, params, form })).toBe(
      409,
    );
    expect((await readOffice('new-name'))._id).toBe(createdOffice._id);
  });

  test('replaces and removes the logo and its files', async () => {
    const logo = await createNoise(400, 200).png().toBuffer();
    const createdOffice = await create({ name: 'With a Logo' }, logo);
    expect((await server.app.inject(createdOffice.logo ?? '')).statusCode).toBe(200);
    const params = { id: createdOffice._id };
    const as = people.admin;
    const changedOffice = await server.ok(endpoints.changeOffice, {
      as,
      params,
      form: buildOfficeForm({}, logo),
    });
    expect(changedOffice.logo).not.toBe(createdOffice.logo);
    expect((await server.app.inject(createdOffice.logo ?? '')).statusCode).toBe(404);
    const clearedOffice = await server.ok(endpoints.changeOffice, {
      as,
      params,
      form: buildOfficeForm({ logo: null }),
    });
    expect(clearedOffice.logo).toBeNull();
    expect((await server.app.inject(changedOffice.logo ?? '')).statusCode).toBe(404);
  });

  test('returns 404 for a nonexistent office', async () => {
    const options = { as: people.admin, params: { id: '999999' }, form: buildOfficeForm({}) };
    expect(await server.status(endpoints.changeOffice, options)).toBe(404);
  });
});

describe('DELETE /offices/:id', () => {
  test('requires an admin and does not delete the office’s agents, who then have no office', async () => {
    const office = await addOffice(server, 'Closing Homes');
    const manager = await addOfficeAgent(server, office, 'manager');
    const params = { id: office._id };
    await server.expectGuarded(endpoints.deleteOffice, people, { params });
    expect(await server.status(endpoints.deleteOffice, { as: manager, params })).toBe(403);
    await server.ok(endpoints.deleteOffice, { as: people.admin, params });
    const agent = await server.ok(endpoints.getAgent, { params: { id: manager._id } });
    expect(agent.office).toBeNull();
    expect(await server.status(endpoints.deleteOffice, { as: people.admin, params })).toBe(404);
  });
});

describe('PUT /offices/:id/members/:userId', () => {
  const membershipOptions = (as: TestUser, officeId: string, userId: string, role = 'member') => ({
    as,
    params: { id: officeId, userId },
    body: { role },
  });

  test('lets admins add agents who have no office, and managers change their members’ roles', async () => {
    const office = await addOffice(server, 'Members of One');
    const other = await addOffice(server, 'Members of Another');
    const agent = await server.addUser({ role: 'agent' });
    const { setOfficeMember } = endpoints;
    await server.expectGuarded(
      setOfficeMember,
      people,
      membershipOptions(agent, office._id, agent._id),
    );
    expect(
      await server.status(setOfficeMember, membershipOptions(agent, office._id, agent._id)),
    ).toBe(403);
    expect(
      await server.ok(
        setOfficeMember,
        membershipOptions(people.admin, office._id, agent._id, 'manager'),
      ),
    ).toStrictEqual({
      _id: agent._id,
      name: agent.name,
      email: agent.email,
      avatar: null,
      officeRole: 'manager',
    });
    const member = await addOfficeAgent(server, office);
    const outsider = await server.addUser({ role: 'agent' });
    expect(
      await server.status(setOfficeMember, membershipOptions(agent, office._id, outsider._id)),
    ).toBe(403);
    expect(
      await server.status(setOfficeMember, membershipOptions(agent, other._id, member._id)),
    ).toBe(403);
    expect(
      await server.status(setOfficeMember, membershipOptions(member, office._id, member._id)),
    ).toBe(403);
    await server.ok(setOfficeMember, membershipOptions(agent, office._id, member._id, 'manager'));
    expect(
      await server.error(setOfficeMember, membershipOptions(people.admin, other._id, member._id)),
    ).toMatchObject({ status: 409, code: 'CONFLICT' });
    expect(
      await server.status(setOfficeMember, membershipOptions(people.admin, '999999', member._id)),
    ).toBe(404);
    expect(
      await server.status(setOfficeMember, membershipOptions(people.admin, other._id, '999999')),
    ).toBe(404);
    for (const { _id } of [people.user, people.admin])
      expect(
        await server.status(setOfficeMember, membershipOptions(people.admin, other._id, _id)),
      ).toBe(409);
    expect(
      (
        await server.error(
          setOfficeMember,
          membershipOptions(people.admin, office._id, agent._id, 'owner'),
        )
      ).errors?.map(({ path }) => path),
    ).toEqual(['role']);
  });

  test('removes an agent whose role changes, even if it changes back', async () => {
    const office = await addOffice(server, 'Changing Roles');
    const agent = await addOfficeAgent(server, office, 'manager');
    const params = { id: agent._id };
    for (const role of ['user', 'agent', 'admin', 'agent']) {
      const changedUser = await server.ok(endpoints.changeRole, {
        as: people.admin,
        params,
        body: { role },
      });
      expect(changedUser.office).toBeNull();
    }
    expect((await readOffice(office.slug)).agentCount).toBe(0);
  });
});

describe('DELETE /offices/:id/members/:userId', () => {
  test('requires an admin, a manager, or the member', async () => {
    const office = await addOffice(server, 'Leaving Homes');
    const other = await addOffice(server, 'Staying Homes');
    const manager = await addOfficeAgent(server, office, 'manager');
    const stranger = await addOfficeAgent(server, other, 'manager');
    const { removeOfficeMember } = endpoints;
    const memberOptions = (member: TestUser, as: TestUser, id = office._id) => ({
      as,
      params: { id, userId: member._id },
    });
    const member = await addOfficeAgent(server, office);
    await server.expectGuarded(removeOfficeMember, people, memberOptions(member, member));
    const colleague = await addOfficeAgent(server, office);
    for (const as of [colleague, stranger, people.agent])
      expect(await server.status(removeOfficeMember, memberOptions(member, as))).toBe(403);
    expect(
      await server.status(removeOfficeMember, memberOptions(member, people.admin, other._id)),
    ).toBe(404);
    await server.ok(removeOfficeMember, memberOptions(member, member));
    await server.ok(removeOfficeMember, memberOptions(colleague, manager));
    await server.ok(removeOfficeMember, memberOptions(manager, people.admin));
    expect(await server.status(removeOfficeMember, memberOptions(manager, people.admin))).toBe(404);
    expect((await readOffice(office.slug)).agentCount).toBe(0);
  });
});

describe('an agent’s office', () => {
  test('is included wherever the agent is returned', async () => {
    const office = await addOffice(server, 'Everywhere Homes');
    const agent = await addOfficeAgent(server, office, 'manager');
    const id = await server.addProperty(agent);
    const { _id, slug, name } = office;
    const expected = { _id, slug, name };
    const params = { id: agent._id };
    expect((await server.ok(endpoints.getAgent, { params })).office).toEqual(expected);
    const property = await server.ok(endpoints.getProperty, { params: { id } });
    expect(property.agent.office).toEqual(expected);
    const signedIn = await server.ok(endpoints.login, {
      body: { email: agent.email, password: agent.password },
    });
    expect(signedIn).toMatchObject({ office: expected, officeRole: 'manager' });
    const form = new FormData();
    form.append('name', agent.name);
    form.append('email', agent.email);
    form.append('phone', '(512) 555-0142');
    expect(await server.ok(endpoints.changeProfile, { as: agent, form })).toMatchObject({
      phone: '(512) 555-0142',
      office: expected,
      officeRole: 'manager',
    });
    const query = { officeId: _id };
    const agents = await server.ok(endpoints.listAgents, { query });
    expect(agents).toMatchObject([{ _id: agent._id, phone: '(512) 555-0142', office: expected }]);
    const users = await server.ok(endpoints.listUsers, { as: people.admin });
    expect(users.find((user) => user._id === agent._id)?.office).toEqual(expected);
  });

  test('can be used to filter listings', async () => {
    const office = await addOffice(server, 'Chosen Homes');
    const agent = await addOfficeAgent(server, office);
    const sale = await server.addProperty(agent, { status: 'For Sale' });
    const rent = await server.addProperty(agent, { status: 'For Rent' });
    await server.addProperty(people.agent);
    const find = async (query: Record<string, string>) => {
      const { body, headers } = await server.send(endpoints.listProperties, { query });
      return { ids: body.map((home) => home._id).toSorted(), total: headers['x-total-count'] };
    };
    const officeId = office._id;
    expect(await find({ officeId })).toEqual({ ids: [sale, rent].toSorted(), total: '2' });
    expect(await find({ officeId, status: 'For Rent' })).toEqual({ ids: [rent], total: '1' });
    expect(await find({ officeId: '999999' })).toEqual({ ids: [], total: '0' });
    await server.ok(endpoints.removeOfficeMember, {
      as: agent,
      params: { id: officeId, userId: agent._id },
    });
    expect((await find({ officeId })).ids).toEqual([]);
    const error = await server.error(endpoints.listProperties, { query: { officeId: 'x' } });
    expect(error.errors?.map(({ path }) => path)).toEqual(['officeId']);
  });
});

test('the audit log records every change to an office and its members', async () => {
  const as = people.admin;
  const office = await create({ name: 'Recorded Homes', city: 'Austin' });
  const params = { id: office._id };
  await server.ok(endpoints.changeOffice, { as, params, form: buildOfficeForm({ city: 'Waco' }) });
  const agent = await server.addUser({ role: 'agent' });
  const member = { ...params, userId: agent._id };
  await server.ok(endpoints.setOfficeMember, { as, params: member, body: { role: 'manager' } });
  await server.ok(endpoints.removeOfficeMember, { as: agent, params: member });
  await server.ok(endpoints.deleteOffice, { as, params });
  const entries = await server.ok(endpoints.listAudit, { as, query: { limit: 5 } });
  expect(
    entries.map(({ action, actor, entity, changes }) => [action, actor._id, entity._id, changes]),
  ).toEqual([
    ['office.deleted', as._id, office._id, {}],
    [
      'office.member_removed',
      agent._id,
      agent._id,
      { office: [office.name, null], officeRole: ['manager', null] },
    ],
    [
      'office.member_changed',
      as._id,
      agent._id,
      { office: [null, office.name], officeRole: [null, 'manager'] },
    ],
    ['office.changed', as._id, office._id, { city: ['Austin', 'Waco'] }],
    ['office.created', as._id, office._id, { name: [null, office.name], city: [null, 'Austin'] }],
  ]);
});
