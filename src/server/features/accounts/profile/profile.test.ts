import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { MAX_IMAGE_BYTES } from '#shared/limits.ts';
import { inTransaction } from '#server/database/database.ts';
import { lockAgents } from '#server/features/import/import-repository.ts';
import { lockLicenseList } from '#server/features/verification/verification-service.ts';
import { createPhonePhoto, createPngWithDeclaredSize } from '#server/storage/image.fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

let server: TestApp;
let ann: TestUser;
let photo: Buffer;

beforeAll(async () => {
  server = await startTestApp();
  photo = await createPhonePhoto(640, 480);
});
afterAll(() => server.close());
beforeEach(async () => {
  ann = await server.addUser();
});

type File = { content: Uint8Array | string; name: string };

/** Builds the profile form, with `avatar` as a file. */
function buildForm(fields: Record<string, string>, avatar?: File, fileField = 'avatar'): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (avatar !== undefined) {
    const { content, name } = avatar;
    form.append(
      fileField,
      new Blob([typeof content === 'string' ? content : Uint8Array.from(content)]),
      name,
    );
  }
  return form;
}

const fieldsOf = ({ name, email }: TestUser) => ({ name, email });

const readRow = ({ _id }: TestUser) =>
  server.db.selectFrom('users').selectAll().where('id', '=', _id).executeTakeFirstOrThrow();

/** Lists the keys of all stored pictures. */
async function listStoredImages(): Promise<string[]> {
  const files = await readdir(server.imageFolder, { recursive: true }).catch(() => []);
  return files.filter((file) => /[0-9a-f]{32}$/.test(file)).map((file) => file.slice(-32));
}

test('saving a profile without a license does not wait for an import or a license list', async () => {
  const agent = await server.addUser({ role: 'agent' });
  await inTransaction(server.db, null, async (transaction) => {
    await lockAgents(transaction, [agent._id], []);
    await lockLicenseList(transaction);
    const status = await server.status(endpoints.changeProfile, {
      as: agent,
      form: buildForm({ ...fieldsOf(agent), name: 'New Name' }),
    });
    expect(status).toBe(200);
  });
});

describe('GET /users/profile', () => {
  test('returns the current account, even after an admin has changed its role', async () => {
    await server.expectGuarded(endpoints.getProfile, { user: ann, agent: ann, admin: ann });
    const person = await server.addUser({ role: 'user' });
    const before = await server.ok(endpoints.getProfile, { as: person });
    expect(before).toMatchObject({ _id: person._id, email: person.email, role: 'user' });
    await server.db
      .updateTable('users')
      .set({ role: 'agent' })
      .where('id', '=', person._id)
      .execute();
    const after = await server.ok(endpoints.getProfile, { as: person });
    expect(after).toStrictEqual({ ...before, role: 'agent' });
  });
});

describe('PUT /users/profile', () => {
  test('requires a signed-in user of any role', async () => {
    const people = { user: ann, agent: ann, admin: ann };
    await server.expectGuarded(endpoints.changeProfile, people, { form: buildForm(fieldsOf(ann)) });
    for (const role of ['user', 'agent', 'admin'] as const) {
      const person = await server.addUser({ role });
      const form = buildForm({ name: 'New Name', email: person.email });
      const body = await server.ok(endpoints.changeProfile, { as: person, form });
      expect(body).toStrictEqual({
        _id: person._id,
        name: 'New Name',
        email: person.email,
        role,
        avatar: null,
        phone: null,
        office: null,
        isVerified: false,
        verification: null,
        licenseNumber: null,
        licenseState: null,
        agentRequestedAt: null,
        officeRole: null,
      });
    }
  });

  test('changes the name and the sign-in address', async () => {
    const form = buildForm({ name: ' Zoë ', email: ' Zoe@Example.org ', role: 'admin' });
    const body = await server.ok(endpoints.changeProfile, { as: ann, form });
    expect(body).toMatchObject({ name: 'Zoë', email: 'Zoe@Example.org', role: 'user' });
    expect(await readRow(ann)).toMatchObject({
      name: 'Zoë',
      email: 'Zoe@Example.org',
      role: 'user',
    });
    const password = ann.password;
    expect(
      await server.status(endpoints.login, { body: { email: 'zoe@example.org', password } }),
    ).toBe(200);
    expect(await server.status(endpoints.login, { body: { email: ann.email, password } })).toBe(
      401,
    );
  });

  test('leaves absent fields unchanged, as they may have been changed on another device', async () => {
    const agent = await server.addUser({ role: 'agent' });
    const changes = { name: 'New Name', email: `new.${agent.email}`, licenseNumber: 'LIC-77' };
    await server.ok(endpoints.changeProfile, { as: agent, form: buildForm(changes) });
    const change = (fields: Record<string, string>) =>
      server.ok(endpoints.changeProfile, { as: agent, form: buildForm(fields) });
    const phone = '+1 555 0100';
    expect(await change({ phone })).toMatchObject({ ...changes, phone });
    expect(await change({})).toMatchObject({ ...changes, phone });
    expect(await change({ name: 'Other Name' })).toMatchObject({
      ...changes,
      name: 'Other Name',
      phone,
    });
    // Other open pages refetch the profile.
    const events = server.db.selectFrom('events').select('kind').where('user_id', '=', agent._id);
    expect(await events.execute()).toContainEqual({ kind: 'account' });
  });

  test('accepts the account’s address in a different case, but not another account’s address', async () => {
    const bob = await server.addUser();
    const sameAddress = buildForm({ name: ann.name, email: ann.email.toUpperCase() });
    await server.ok(endpoints.changeProfile, { as: ann, form: sameAddress });
    const avatar = { content: photo, name: 'me.jpg' };
    const form = buildForm({ name: 'Other', email: bob.email.toUpperCase() }, avatar);
    expect(await server.error(endpoints.changeProfile, { as: ann, form })).toMatchObject({
      status: 409,
      code: 'EMAIL_TAKEN',
      message: 'An account with this email already exists.',
    });
    expect(await readRow(ann)).toMatchObject({ name: ann.name, avatar_key: null });
    expect(await listStoredImages()).toEqual([]);
  });

  describe('with a new address', () => {
    const change = (as: TestUser, email: string, ip: string) =>
      server.status(endpoints.changeProfile, { as, ip, form: buildForm({ name: as.name, email }) });

    test('is limited by account, even for taken addresses, to prevent probing for accounts', async () => {
      const bob = await server.addUser();
      const statuses: number[] = [];
      for (let count = 0; count < 6; count += 1) {
        const email = count % 2 === 0 ? bob.email : `new-${count}@example.org`;
        statuses.push(await change(ann, email, `198.51.100.${count}`));
      }
      expect(statuses).toEqual([409, 200, 409, 200, 409, 429]);
      const form = buildForm({ name: 'Ann', email: bob.email });
      expect(await server.error(endpoints.changeProfile, { as: ann, form })).toMatchObject({
        message: 'Too many attempts to change an email address. Please try again later.',
        headers: { 'retry-after': expect.stringMatching(/^\d+$/) as string },
      });
      // Other changes are still possible, such as changing the case of the email address.
      expect(await change(ann, 'NEW-3@example.org', '198.51.100.1')).toBe(200);
    });

    test('is limited by IP address, across accounts', async () => {
      const bob = await server.addUser();
      const statuses: number[] = [];
      for (let count = 0; count < 21; count += 1) {
        const as = count % 4 === 0 ? await server.addUser() : ann;
        ann = as;
        statuses.push(await change(as, bob.email, '203.0.113.9'));
      }
      expect(new Set(statuses.slice(0, 20))).toEqual(new Set([409]));
      expect(statuses[20]).toBe(429);
      expect(await change(await server.addUser(), 'other@example.org', '203.0.113.10')).toBe(200);
    });
  });

  test('reports every invalid field', async () => {
    const form = buildForm({ name: 'A', email: 'x' }, { content: photo, name: 'me.jpg' });
    expect(await server.error(endpoints.changeProfile, { as: ann, form })).toMatchObject({
      status: 400,
      errors: [
        { path: 'name', message: 'Name must be at least 2 characters.' },
        { path: 'email', message: 'Please enter a valid email address.' },
      ],
    });
    const emptyFormError = await server.error(endpoints.changeProfile, {
      as: ann,
      form: buildForm({ name: '', email: '' }),
    });
    expect(emptyFormError.errors?.map(({ path }) => path)).toEqual(['name', 'email']);
    expect(await listStoredImages()).toEqual([]);
  });

  test('stores a picture as a square, and removes the previous one', async () => {
    const send = (name: string) => {
      const form = buildForm(fieldsOf(ann), { content: photo, name });
      return server.ok(endpoints.changeProfile, { as: ann, form });
    };
    const { avatar } = await send('one.jpg');
    expect(avatar).toMatch(/^\/images\/[0-9a-f]{32}\/full\.webp$/);
    const picture = await server.app.inject(avatar ?? '');
    expect(picture).toMatchObject({ statusCode: 200, headers: { 'content-type': 'image/webp' } });

    const form = buildForm(fieldsOf(ann));
    const unchangedUser = await server.ok(endpoints.changeProfile, { as: ann, form });
    expect(unchangedUser.avatar).toBe(avatar);

    const { avatar: newAvatar } = await send('two.jpg');
    expect(newAvatar).not.toBe(avatar);
    expect((await server.app.inject(avatar ?? '')).statusCode).toBe(404);
    expect((await server.app.inject(newAvatar ?? '')).statusCode).toBe(200);
    const { password } = ann;
    const session = await server.ok(endpoints.login, { body: { email: ann.email, password } });
    expect(session.avatar).toBe(newAvatar);
    expect(await listStoredImages()).toEqual([newAvatar?.split('/')[2]]);

    await server.db.deleteFrom('users').where('id', '=', ann._id).execute();
    await server.images.remove(await listStoredImages());
  });

  test.each<[string, number, string, File]>([
    [
      'an SVG',
      415,
      '"me.svg" is not a supported picture. Choose a JPEG, PNG, GIF, WebP, or AVIF file.',
      { name: 'me.svg', content: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
    ],
    [
      'an HTML page named like a picture',
      415,
      '"me.png" is not a supported picture. Choose a JPEG, PNG, GIF, WebP, or AVIF file.',
      { name: 'me.png', content: '<!doctype html><script>alert(1)</script>' },
    ],
    [
      'a picture with too many pixels',
      413,
      '"wide.png" has more than 100 megapixels.',
      { name: 'wide.png', content: createPngWithDeclaredSize(50_000, 50_000) },
    ],
    [
      'a file that is too large',
      413,
      '"large.jpg" is larger than 25 MB.',
      { name: 'large.jpg', content: new Uint8Array(MAX_IMAGE_BYTES + 1) },
    ],
  ])('rejects %s and changes nothing', async (_case, status, message, avatar) => {
    const form = buildForm({ name: 'Other', email: ann.email }, avatar);
    expect(await server.error(endpoints.changeProfile, { as: ann, form })).toMatchObject({
      status,
      message,
    });
    expect(await readRow(ann)).toMatchObject({ name: ann.name, avatar_key: null });
    expect(await listStoredImages()).toEqual([]);
  });

  test('rejects two pictures, a picture in another field, and a form that is not multipart', async () => {
    const file = { content: photo, name: 'me.jpg' };
    const twoPictures = buildForm(fieldsOf(ann), file);
    twoPictures.append('avatar', new Blob([Uint8Array.from(photo)]), 'two.jpg');
    expect(
      (await server.error(endpoints.changeProfile, { as: ann, form: twoPictures })).status,
    ).toBe(413);
    const wrongField = buildForm(fieldsOf(ann), file, 'picture');
    expect(
      await server.error(endpoints.changeProfile, { as: ann, form: wrongField }),
    ).toMatchObject({
      status: 400,
      errors: [{ path: 'picture', message: 'No file is expected here.' }],
    });
    const body = fieldsOf(ann);
    expect((await server.error(endpoints.changeProfile, { as: ann, body })).status).toBe(415);
  });

  test('stores no picture if it fails because the user was deleted in the meantime', async () => {
    const deletedUser = await server.addUser();
    const file = { content: photo, name: 'me.jpg' };
    const form = buildForm(fieldsOf(deletedUser), file);
    const [status] = await Promise.all([
      server.status(endpoints.changeProfile, { as: deletedUser, form }),
      server.db.deleteFrom('users').where('id', '=', deletedUser._id).execute(),
    ]);
    expect([200, 401]).toContain(status);
    if (status === 401) expect(await listStoredImages()).toEqual([]);
    await server.images.remove(await listStoredImages());
  });
});
