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

const dateInDays = (days: number) =>
  new Date(server.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);

const toForm = (csv: string) => {
  const form = new FormData();
  form.append('file', new Blob([csv]), 'licenses.csv');
  return form;
};
const upload = (csv: string) => server.ok(replaceLicenses, { as: people.admin, form: toForm(csv) });
const toCsv = (...rows: string[]) => ['number,state,name,expires', ...rows].join('\n');

const save = (user: TestUser, fields: Record<string, string> = {}) =>
  server.ok(changeProfile, {
    as: user,
    form: toFormData({ name: user.name, email: user.email, ...fields }),
  });
const verifyManually = (user: TestUser, body: unknown) =>
  server.ok(setVerification, { as: people.admin, params: { id: user._id }, body });
const rejectVerification = async (user: TestUser, body: unknown) => {
  const params = { id: user._id };
  const { status, message } = await server.error(setVerification, {
    as: people.admin,
    params,
    body,
  });
  return { status, message };
};
const readAgent = (user: TestUser) => server.ok(endpoints.getAgent, { params: { id: user._id } });
const addAgent = async (name: string, number: string, state = 'TX') => {
  const agent = await server.addUser({ role: 'agent', name });
  await save(agent, { licenseNumber: number, licenseState: state });
  return agent;
};

describe('the license in PUT /users/profile', () => {
  test('is stored, left unchanged if absent, and cleared if empty', async () => {
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
  ])('rejects %s %j', async (path, value) => {
    const agent = await server.addUser({ role: 'agent' });
    const form = toFormData({ name: agent.name, email: agent.email, [path]: value });
    const { status, errors } = await server.error(changeProfile, { as: agent, form });
    expect({ status, path: errors?.[0]?.path }).toEqual({ status: 400, path });
  });
});

describe('PUT /users/:id/verification', () => {
  test('requires an admin', () =>
    server.expectGuarded(setVerification, people, {
      params: { id: people.agent._id },
      body: { isVerified: true },
    }));

  test('verifies an agent, shows the verification, and hides the note from other users', async () => {
    const agent = await addAgent('Ada King', 'AB-12.3');
    const home = await server.addProperty(agent);
    const expiresOn = dateInDays(30);
    const user = await verifyManually(agent, {
      isVerified: true,
      expiresOn,
      note: 'Saw the card.',
    });
    expect(user).toMatchObject({
      isVerified: true,
      verificationDetails: { by: 'admin', expiresOn, note: 'Saw the card.' },
    });
    const publicFields = {
      isVerified: true,
      verification: {
        checkedAt: server.clock.now().toISOString(),
        licenseNumber: 'AB-12.3',
        licenseState: 'TX',
      },
    };
    expect(await readAgent(agent)).toMatchObject(publicFields);
    const property = await server.ok(endpoints.getProperty, { params: { id: home } });
    expect(property.agent).toMatchObject(publicFields);
    const { body } = await server.send(endpoints.listAgents);
    expect(body.find(({ _id }) => _id === agent._id)).toMatchObject(publicFields);
    expect(JSON.stringify([property, body])).not.toContain('Saw the card.');
    const query = { action: 'user.verification_changed', entity: `user:${agent._id}` };
    expect(await server.ok(endpoints.listAudit, { as: people.admin, query })).toMatchObject([
      { changes: { isVerified: [false, true], expiresOn: [null, expiresOn] } },
    ]);
    expect(await verifyManually(agent, { isVerified: false })).toMatchObject({
      isVerified: false,
      verification: null,
      verificationDetails: null,
    });
  });

  test('rejects a past date, an invalid body, and unknown users', async () => {
    const readRejectedStatus = async (body: unknown, id = people.agent._id) =>
      (await server.error(setVerification, { as: people.admin, params: { id }, body })).status;
    expect(await readRejectedStatus({ isVerified: true, expiresOn: dateInDays(0) })).toBe(400);
    expect(await readRejectedStatus({ isVerified: true, expiresOn: '2027-02-30' })).toBe(400);
    expect(await readRejectedStatus({})).toBe(400);
    expect(await readRejectedStatus({ isVerified: true, before: 'x' })).toBe(400);
    expect(await readRejectedStatus({ isVerified: true }, '999999')).toBe(404);
  });

  test.each([
    ['the license', { licenseNumber: '889' }],
    ['the name', { name: 'Cora Vale' }],
  ])('rejects a verification of a profile whose %s has changed', async (_field, change) => {
    const agent = await addAgent('Cora Lind', '888');
    const before = {
      name: 'Cora Lind',
      licenseNumber: '888',
      licenseState: 'TX',
      checkedAt: null,
    };
    await save(agent, change);
    expect(await rejectVerification(agent, { isVerified: true, before })).toEqual({
      status: 409,
      message: 'The profile or its verification has changed. Please check it again.',
    });
    expect(await readAgent(agent)).toMatchObject({ isVerified: false });
    const current = { ...before, ...change };
    expect(await verifyManually(agent, { isVerified: true, before: current })).toMatchObject({
      isVerified: true,
    });
  });

  test('rejects a change to a verification that another admin has changed', async () => {
    const agent = await addAgent('Dina Roth', '999');
    const { name, licenseNumber, licenseState } = await verifyManually(agent, { isVerified: true });
    const before = {
      name,
      licenseNumber,
      licenseState,
      checkedAt: server.clock.now().toISOString(),
    };
    await server.clock.advance(60_000);
    await verifyManually(agent, { isVerified: true, note: 'Checked again.', before });
    expect(await rejectVerification(agent, { isVerified: false, before })).toMatchObject({
      status: 409,
    });
    expect(await readAgent(agent)).toMatchObject({ isVerified: true });
  });

  test('lasts until its expiration date or a change of name or license', async () => {
    const agent = await addAgent('Bea Lund', '777');
    await verifyManually(agent, { isVerified: true, expiresOn: dateInDays(2) });
    expect(await save(agent, { licenseNumber: '777', licenseState: 'TX' })).toMatchObject({
      isVerified: true,
    });
    await upload(toCsv());
    await server.runJobs(new Date(server.clock.now().getTime() + DAY_MS));
    expect(await readAgent(agent)).toMatchObject({ isVerified: true });
    await server.runJobs(new Date(`${dateInDays(2)}T00:00:00Z`));
    expect(await readAgent(agent)).toMatchObject({ isVerified: false });
    for (const change of [{ name: 'Bea Kron' }, { licenseNumber: '778' }, { licenseState: 'CA' }]) {
      await verifyManually(agent, { isVerified: true });
      expect(await save(agent, change)).toMatchObject({ isVerified: false });
      await save(agent, { licenseNumber: '777', licenseState: 'TX' });
    }
  });
});

describe('PUT /licenses', () => {
  test('requires an admin', () =>
    server.expectGuarded(replaceLicenses, people, { form: toForm(toCsv()) }));

  test('verifies agents whose number, state, and last name match', async () => {
    const matchingAgent = await addAgent('José Peña-Díaz', 'a1-b2');
    const otherName = await addAgent('Ada Stone', 'A1-B3');
    const otherState = await addAgent('Ben Okafor', 'A1-B4', 'CA');
    const expiredAgent = await addAgent('Cleo Voss', 'A1-B5');
    const response = await upload(
      `\uFEFFName,Number,EXPIRES,state,other\r\n` +
        `"Maria PENADIAZ",A1-B2,${dateInDays(100)},tx,x\r\n\r\n` +
        `Eva Berg,A1-B3,12/31/2090,TX,x\r\n` +
        `Ben Okafor,A1-B4,2090-12-31,TX,x\r\n` +
        `Cleo Voss,A1-B5,${dateInDays(0)},TX,x\r\n`,
    );
    expect(response).toEqual({ rows: 4, refused: [], verified: 1, lapsed: 0 });
    expect(await readAgent(matchingAgent)).toMatchObject({
      isVerified: true,
      verification: { checkedAt: server.clock.now().toISOString(), licenseNumber: 'a1-b2' },
    });
    for (const agent of [otherName, otherState, expiredAgent]) {
      expect(await readAgent(agent)).toMatchObject({ isVerified: false, verification: null });
    }
  });

  test('verifies until the expiration date, or until a new list lacks the license', async () => {
    const agent = await addAgent('Dora Quist', '5001');
    const row = `5001,TX,Dora Quist,${dateInDays(10)}`;
    expect(await upload(toCsv(row))).toMatchObject({ verified: 1, lapsed: 0 });
    expect(await upload(toCsv(row))).toMatchObject({ verified: 1, lapsed: 0 });
    const otherList = toCsv('5002,TX,Dora Quist,2090-01-01', '5003,TX,Ada Quist,2090-01-01');
    expect(await upload(otherList)).toMatchObject({
      verified: 0,
      lapsed: 1,
    });
    expect(await readAgent(agent)).toMatchObject({ isVerified: false });
    await upload(toCsv(row));
    await server.runJobs(new Date(`${dateInDays(9)}T23:00:00Z`));
    expect(await readAgent(agent)).toMatchObject({ isVerified: true });
    await server.runJobs(new Date(`${dateInDays(10)}T00:00:00Z`));
    expect(await readAgent(agent)).toMatchObject({ isVerified: false });
    const query = { action: 'license_list.replaced', limit: '1' };
    expect(await server.ok(endpoints.listAudit, { as: people.admin, query })).toMatchObject([
      { changes: { rows: [2, 1] } },
    ]);
  });

  test('does not change manually verified agents', async () => {
    const agent = await addAgent('Finn Aas', '6001');
    await verifyManually(agent, { isVerified: true, note: 'Known.' });
    await upload(toCsv(`6001,TX,Finn Aas,${dateInDays(3)}`));
    expect(await upload(toCsv())).toMatchObject({ verified: 0, lapsed: 0 });
    const [user] = await server.ok(endpoints.listUsers, {
      as: people.admin,
      query: { searchTerm: agent.email },
    });
    expect(user?.verificationDetails).toEqual({ by: 'admin', expiresOn: null, note: 'Known.' });
  });

  test('immediately verifies an agent who later saves a listed license', async () => {
    await upload(toCsv('7001,TX,Gus Holm,2090-01-01'));
    const agent = await server.addUser({ role: 'agent', name: 'Gus Holm' });
    expect(await save(agent, { licenseNumber: '7001', licenseState: 'TX' })).toMatchObject({
      isVerified: true,
      verification: { licenseNumber: '7001' },
    });
    expect(await save(agent, { name: 'Gus Else' })).toMatchObject({ isVerified: false });
  });

  test('compares the license again when only the name changes', async () => {
    await upload(toCsv('7002,TX,Gus Holm,2090-01-01'));
    const agent = await addAgent('Gus Holm', '7002');
    const rename = (name: string) =>
      server.ok(changeProfile, { as: agent, form: toFormData({ name }) });
    expect(await rename('August Holm')).toMatchObject({ isVerified: true });
    expect(await rename('August Else')).toMatchObject({ isVerified: false });
  });

  test('does not verify a second account with the license of a verified agent', async () => {
    const list = toCsv('9001,TX,Hana Ito,2090-01-01', '9002,TX,Ivo Lang,2090-01-01');
    const owner = await addAgent('Hana Ito', '9001');
    const manuallyVerifiedOwner = await addAgent('Ivo Lang', '9002');
    await verifyManually(manuallyVerifiedOwner, { isVerified: true });
    expect(await upload(list)).toMatchObject({ verified: 2, lapsed: 0 });
    const impostors = [await addAgent('Bob Ito', '9001'), await addAgent('Bob Lang', '9002')];
    const readAll = async (agents: TestUser[]) =>
      (await Promise.all(agents.map(readAgent))).map(({ isVerified }) => isVerified);
    expect(await readAll(impostors)).toEqual([false, false]);
    expect(await upload(list)).toMatchObject({ verified: 2, lapsed: 0 });
    expect(await readAll(impostors)).toEqual([false, false]);
    expect(await readAll([owner, manuallyVerifiedOwner])).toEqual([true, true]);
  });

  test('leaves the decision to an admin if two unverified agents claim a license', async () => {
    const list = toCsv('9101,TX,Jo Abt,2090-01-01', '9102,TX,Kim Roe,2090-01-01');
    const claimants = [await addAgent('Jo Abt', '9101'), await addAgent('Max Abt', '9101')];
    const agent = await addAgent('Kim Roe', '9102');
    // This account does not match: the list has another last name.
    await addAgent('Lee Fox', '9102');
    expect(await upload(list)).toMatchObject({ verified: 1, lapsed: 0 });
    expect(await readAgent(agent)).toMatchObject({ isVerified: true });
    const [first, second] = claimants as [TestUser, TestUser];
    const license = { licenseNumber: '9101', licenseState: 'TX' };
    expect(await save(first, license)).toMatchObject({ isVerified: false });
    expect(await readAgent(second)).toMatchObject({ isVerified: false });
    expect(await verifyManually(first, { isVerified: true })).toMatchObject({ isVerified: true });
    expect(await save(second, { licenseNumber: '', licenseState: '' })).toMatchObject({
      isVerified: false,
    });
    await verifyManually(first, { isVerified: false });
    expect(await save(first, license)).toMatchObject({ isVerified: true });
  });

  test('reports invalid rows by line and stores the others', async () => {
    const response = await upload(
      toCsv(
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
    const manyRows = Array.from({ length: 150 }, (_, index) => `${index},XX,A B,2090-01-01`);
    const truncatedReport = await upload(toCsv(...manyRows));
    expect(truncatedReport).toMatchObject({ rows: 0 });
    expect(truncatedReport.refused).toHaveLength(100);
  });

  test.each([
    ['an empty file', ''],
    ['a missing header', '1,TX,Ada King,2090-01-01'],
    ['a missing column', 'number,state,name\n1,TX,Ada King'],
    ['an unclosed quotation mark', `${toCsv('1,TX,"Ada')}${'x'.repeat(30_000)}`],
  ])('rejects %s and does not change the list', async (_name, csv) => {
    await upload(toCsv('8001,TX,Ida Moe,2090-01-01'));
    const form = toForm(csv);
    const { status, errors } = await server.error(replaceLicenses, { as: people.admin, form });
    expect({ status, path: errors?.[0]?.path }).toEqual({ status: 400, path: 'file' });
    const { length } = await server.db.selectFrom('licenses').selectAll().execute();
    expect(length).toBe(1);
  });

  test('rejects a form without a file', async () => {
    const form = new FormData();
    form.append('note', 'x');
    expect((await server.error(replaceLicenses, { as: people.admin, form })).status).toBe(400);
  });
});
