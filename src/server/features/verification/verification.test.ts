import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Role } from '#shared/schemas/user.ts';
import { toFormData } from '#tests/factories/build-property-form.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

const { changeProfile, replaceLicenses, setVerification } = endpoints;
const DAY_MS = 86_400_000;

let server: TestApp;
let people: Record<Role, TestUser>;
beforeAll(async () => {
  server = await startTestApp();
  people = await server.addPeople();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.deleteFrom('licenses').execute();
  await server.db
    .updateTable('users')
    .set({ verified_at: null, verified_by: null, verification_expires_on: null })
    .execute();
  await server.clock.advance(60_000);
});

const dayIn = (days: number) =>
  new Date(server.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);

const toForm = (csv: string) => {
  const form = new FormData();
  form.append('file', new Blob([csv]), 'licenses.csv');
  return form;
};
const upload = (csv: string) => server.ok(replaceLicenses, { as: people.admin, form: toForm(csv) });
const csvOf = (...rows: string[]) => ['number,state,name,expires', ...rows].join('\n');

const save = (user: TestUser, fields: Record<string, string> = {}) =>
  server.ok(changeProfile, {
    as: user,
    form: toFormData({ name: user.name, email: user.email, ...fields }),
  });
const verifyByHand = (user: TestUser, body: unknown) =>
  server.ok(setVerification, { as: people.admin, params: { id: user._id }, body });
const read = (user: TestUser) => server.ok(endpoints.getAgent, { params: { id: user._id } });
const addAgent = async (name: string, number: string, state = 'TX') => {
  const agent = await server.addUser({ role: 'agent', name });
  await save(agent, { licenseNumber: number, licenseState: state });
  return agent;
};

describe('the license in PUT /users/profile', () => {
  test('is stored, stays unchanged if absent, and is cleared if empty', async () => {
    const agent = await server.addUser({ role: 'agent' });
    const license = { licenseNumber: '0123456', licenseState: 'TX' };
    expect(await save(agent, { licenseNumber: ' 0123456 ', licenseState: 'tx' })).toMatchObject(
      license,
    );
    expect(await save(agent)).toMatchObject(license);
    expect(await save(agent, { licenseNumber: '', licenseState: '' })).toMatchObject({
      licenseNumber: null,
      licenseState: null,
    });
  });

  test.each([
    ['licenseNumber', '12'],
    ['licenseNumber', 'x'.repeat(41)],
    ['licenseNumber', '12 34'],
    ['licenseNumber', '12/34'],
    ['licenseState', 'Texas'],
    ['licenseState', 'XX'],
  ])('refuses %s %j', async (path, value) => {
    const agent = await server.addUser({ role: 'agent' });
    const form = toFormData({ name: agent.name, email: agent.email, [path]: value });
    const { status, errors } = await server.refused(changeProfile, { as: agent, form });
    expect({ status, path: errors?.[0]?.path }).toEqual({ status: 400, path });
  });
});

describe('PUT /users/:id/verification', () => {
  test('is for admins', () =>
    server.expectGuarded(setVerification, people, {
      params: { id: people.agent._id },
      body: { isVerified: true },
    }));

  test('verifies by hand, wherever the agent is shown, and hides the note from others', async () => {
    const agent = await addAgent('Ada King', 'AB-12.3');
    const home = await server.addProperty(agent);
    const expiresOn = dayIn(30);
    const user = await verifyByHand(agent, { isVerified: true, expiresOn, note: 'Saw the card.' });
    expect(user).toMatchObject({
      isVerified: true,
      verificationDetails: { by: 'admin', expiresOn, note: 'Saw the card.' },
    });
    const shown = {
      isVerified: true,
      verification: {
        checkedAt: server.clock.now().toISOString(),
        licenseNumber: 'AB-12.3',
        licenseState: 'TX',
      },
    };
    expect(await read(agent)).toMatchObject(shown);
    const property = await server.ok(endpoints.getProperty, { params: { id: home } });
    expect(property.agent).toMatchObject(shown);
    const { body } = await server.send(endpoints.listAgents);
    expect(body.find(({ _id }) => _id === agent._id)).toMatchObject(shown);
    expect(JSON.stringify([property, body])).not.toContain('Saw the card.');
    const query = { action: 'user.verification_changed', entity: `user:${agent._id}` };
    expect(await server.ok(endpoints.listAudit, { as: people.admin, query })).toMatchObject([
      { changes: { isVerified: [false, true], expiresOn: [null, expiresOn] } },
    ]);
    expect(await verifyByHand(agent, { isVerified: false })).toMatchObject({
      isVerified: false,
      verification: null,
      verificationDetails: null,
    });
  });

  test('refuses a past day, an invalid body, and unknown users', async () => {
    const refuse = async (body: unknown, id = people.agent._id) =>
      (await server.refused(setVerification, { as: people.admin, params: { id }, body })).status;
    expect(await refuse({ isVerified: true, expiresOn: dayIn(0) })).toBe(400);
    expect(await refuse({ isVerified: true, expiresOn: '2027-02-30' })).toBe(400);
    expect(await refuse({})).toBe(400);
    expect(await refuse({ isVerified: true }, '999999')).toBe(404);
  });

  test('lasts until its expiration date, or a new name or license', async () => {
    const agent = await addAgent('Bea Lund', '777');
    await verifyByHand(agent, { isVerified: true, expiresOn: dayIn(2) });
    expect(await save(agent, { licenseNumber: '777', licenseState: 'TX' })).toMatchObject({
      isVerified: true,
    });
    await upload(csvOf());
    await server.runJobs(new Date(server.clock.now().getTime() + DAY_MS));
    expect(await read(agent)).toMatchObject({ isVerified: true });
    await server.runJobs(new Date(`${dayIn(2)}T00:00:00Z`));
    expect(await read(agent)).toMatchObject({ isVerified: false });
    for (const change of [{ name: 'Bea Kron' }, { licenseNumber: '778' }, { licenseState: 'CA' }]) {
      await verifyByHand(agent, { isVerified: true });
      expect(await save(agent, change)).toMatchObject({ isVerified: false });
      await save(agent, { licenseNumber: '777', licenseState: 'TX' });
    }
  });
});

describe('PUT /licenses', () => {
  test('is for admins', () =>
    server.expectGuarded(replaceLicenses, people, { form: toForm(csvOf()) }));

  test('verifies agents who match by number, state, and last name', async () => {
    const match = await addAgent('José Peña-Díaz', 'a1-b2');
    const otherName = await addAgent('Ada Stone', 'A1-B3');
    const otherState = await addAgent('Ben Okafor', 'A1-B4', 'CA');
    const expired = await addAgent('Cleo Voss', 'A1-B5');
    const response = await upload(
      `\uFEFFName,Number,EXPIRES,state,other\r\n` +
        `"Maria PENADIAZ",A1-B2,${dayIn(100)},tx,x\r\n\r\n` +
        `Eva Berg,A1-B3,12/31/2090,TX,x\r\n` +
        `Ben Okafor,A1-B4,2090-12-31,TX,x\r\n` +
        `Cleo Voss,A1-B5,${dayIn(0)},TX,x\r\n`,
    );
    expect(response).toEqual({ rows: 4, refused: [], verified: 1, lapsed: 0 });
    expect(await read(match)).toMatchObject({
      isVerified: true,
      verification: { checkedAt: server.clock.now().toISOString(), licenseNumber: 'a1-b2' },
    });
    for (const agent of [otherName, otherState, expired]) {
      expect(await read(agent)).toMatchObject({ isVerified: false, verification: null });
    }
  });

  test('lapses on the expiration date, and when a new list lacks the license', async () => {
    const agent = await addAgent('Dora Quist', '5001');
    const row = `5001,TX,Dora Quist,${dayIn(10)}`;
    expect(await upload(csvOf(row))).toMatchObject({ verified: 1, lapsed: 0 });
    expect(await upload(csvOf(row))).toMatchObject({ verified: 1, lapsed: 0 });
    const other = csvOf('5002,TX,Dora Quist,2090-01-01', '5003,TX,Ada Quist,2090-01-01');
    expect(await upload(other)).toMatchObject({
      verified: 0,
      lapsed: 1,
    });
    expect(await read(agent)).toMatchObject({ isVerified: false });
    await upload(csvOf(row));
    await server.runJobs(new Date(`${dayIn(9)}T23:00:00Z`));
    expect(await read(agent)).toMatchObject({ isVerified: true });
    await server.runJobs(new Date(`${dayIn(10)}T00:00:00Z`));
    expect(await read(agent)).toMatchObject({ isVerified: false });
    const query = { action: 'license_list.replaced', limit: '1' };
    expect(await server.ok(endpoints.listAudit, { as: people.admin, query })).toMatchObject([
      { changes: { rows: [2, 1] } },
    ]);
  });

  test('does not change agents verified by hand', async () => {
    const agent = await addAgent('Finn Aas', '6001');
    await verifyByHand(agent, { isVerified: true, note: 'Known.' });
    await upload(csvOf(`6001,TX,Finn Aas,${dayIn(3)}`));
    expect(await upload(csvOf())).toMatchObject({ verified: 0, lapsed: 0 });
    const [user] = await server.ok(endpoints.listUsers, {
      as: people.admin,
      query: { searchTerm: agent.email },
    });
    expect(user?.verificationDetails).toEqual({ by: 'admin', expiresOn: null, note: 'Known.' });
  });

  test('verifies an agent who saves a listed license later, immediately', async () => {
    await upload(csvOf('7001,TX,Gus Holm,2090-01-01'));
    const agent = await server.addUser({ role: 'agent', name: 'Gus Holm' });
    expect(await save(agent, { licenseNumber: '7001', licenseState: 'TX' })).toMatchObject({
      isVerified: true,
      verification: { licenseNumber: '7001' },
    });
    expect(await save(agent, { name: 'Gus Else' })).toMatchObject({ isVerified: false });
  });

  test('names invalid rows by line, and stores the others', async () => {
    const response = await upload(
      csvOf(
        ',TX,No Number,2090-01-01',
        '1,Texas,Long State,2090-01-01',
        '2,TX,,2090-01-01',
        '3,TX,Bad Day,2090-02-30',
        '4,TX,No Day,',
        '5,TX',
        '6,TX,Right One,1/2/2090',
      ),
    );
    expect(response).toMatchObject({ rows: 1, verified: 0, lapsed: 0 });
    expect(response.refused.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7]);
    const many = Array.from({ length: 150 }, (_, index) => `${index},XX,A B,2090-01-01`);
    const long = await upload(csvOf(...many));
    expect(long).toMatchObject({ rows: 0 });
    expect(long.refused).toHaveLength(100);
  });

  test.each([
    ['an empty file', ''],
    ['a missing header', '1,TX,Ada King,2090-01-01'],
    ['a missing column', 'number,state,name\n1,TX,Ada King'],
    ['an unclosed quotation mark', `${csvOf('1,TX,"Ada')}${'x'.repeat(30_000)}`],
  ])('refuses %s and does not change the list', async (_name, csv) => {
    await upload(csvOf('8001,TX,Ida Moe,2090-01-01'));
    const form = toForm(csv);
    const { status, errors } = await server.refused(replaceLicenses, { as: people.admin, form });
    expect({ status, path: errors?.[0]?.path }).toEqual({ status: 400, path: 'file' });
    const { length } = await server.db.selectFrom('licenses').selectAll().execute();
    expect(length).toBe(1);
  });

  test('refuses a form without a file', async () => {
    const form = new FormData();
    form.append('note', 'x');
    expect((await server.refused(replaceLicenses, { as: people.admin, form })).status).toBe(400);
  });
});
