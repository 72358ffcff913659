import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { buildPropertyForm, toFormData } from '#tests/factories/build-property-form.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

const { createProperty, getProperty, getPropertyHistory, listMyProperties, updateProperty } =
  endpoints;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let server: TestApp;
let agent: TestUser;
let otherAgent: TestUser;
let admin: TestUser;
beforeAll(async () => {
  server = await startTestApp();
  ({ agent, admin } = await server.addPeople());
  otherAgent = await server.addUser({ role: 'agent' });
  return () => server.close();
});

type Form = Record<string, string | undefined>;

const create = (fields: Form, as = agent) =>
  server.ok(createProperty, { as, form: toFormData(fields) });
const change = (id: string, fields: Form, as = agent) =>
  server.ok(updateProperty, { as, params: { id }, form: toFormData(fields) });
const expectUpdateError = (id: string, fields: Form, as = agent) =>
  server.error(updateProperty, { as, params: { id }, form: toFormData(fields) });
const readListing = (id: string, as = agent) => server.ok(getProperty, { as, params: { id } });
const timeIn = (ms: number) => new Date(server.clock.now().getTime() + ms).toISOString();
const dateInDays = (days: number) => timeIn(days * DAY_MS).slice(0, 10);
const readEvents = async (id: string) =>
  (await server.ok(getPropertyHistory, { params: { id } })).map(({ event }) => event);

describe('drafts', () => {
  test('need only a title and are hidden from other users', async () => {
    const draft = await create({ title: 'x', publishState: 'draft' });
    expect(draft).toMatchObject({
      title: 'x',
      publishState: 'draft',
      isAvailable: false,
      price: null,
      description: null,
      status: null,
      latitude: null,
      features: [],
    });
    expect(await readListing(draft._id, admin)).toMatchObject({ title: 'x' });
    const params = { id: draft._id };
    const response = await server.send(getProperty, { as: agent, params });
    expect(response.headers['cache-control']).toBe('no-store');
    for (const as of [undefined, otherAgent])
      expect((await server.error(getProperty, { params, ...(as && { as }) })).status).toBe(404);
  });

  test('reject invalid values and values outside their limits', async () => {
    const form = toFormData({
      title: '',
      publishState: 'draft',
      price: 'abc',
      bedrooms: '101',
      status: 'Sold',
      description: 'x'.repeat(20_001),
    });
    const { status, errors } = await server.error(createProperty, { as: agent, form });
    expect(status).toBe(400);
    expect(errors?.map(({ path }) => path).toSorted()).toEqual([
      'bedrooms',
      'description',
      'price',
      'status',
      'title',
    ]);
  });

  test('keep absent fields, clear empty ones, and can be published only when complete', async () => {
    const { _id: id } = await create({ title: 'Plan', publishState: 'draft', price: '5' });
    expect(await change(id, { city: 'Austin', description: 'Short' })).toMatchObject({
      title: 'Plan',
      price: 5,
      city: 'Austin',
      description: 'Short',
      publishState: 'draft',
    });
    expect(await change(id, { price: '', description: '' })).toMatchObject({
      price: null,
      description: null,
      city: 'Austin',
    });
    const before = await readListing(id);
    const { status, errors = [] } = await expectUpdateError(id, {
      publishState: 'published',
      sqft: '900',
    });
    expect(status).toBe(400);
    expect(errors.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['title', 'description', 'price', 'bedrooms', 'status']),
    );
    expect(await readListing(id)).toEqual(before);

    await server.clock.advance(MINUTE_MS);
    const { title: _title, ...others } = buildPropertyForm();
    await change(id, { ...others, title: 'A plan that was carried out' });
    await server.clock.advance(MINUTE_MS);
    const published = await change(id, { publishState: 'published' });
    expect(published).toMatchObject({
      publishState: 'published',
      isAvailable: true,
      city: 'Austin',
      createdAt: server.clock.now().toISOString(),
    });
    expect(await readEvents(id)).toEqual(['listed']);
    expect(await server.ok(getProperty, { params: { id } })).toMatchObject({
      title: published.title,
    });
  });

  test('cannot be created from published listings, and neither can scheduled listings', async () => {
    const { _id: id } = await create(buildPropertyForm());
    for (const publishState of ['draft', 'scheduled'])
      for (const fields of [buildPropertyForm(), {}])
        expect(
          await expectUpdateError(id, { ...fields, publishState, publishAt: timeIn(DAY_MS) }),
        ).toMatchObject({ status: 409, code: 'CONFLICT' });
  });

  test('can be neither available nor under contract', async () => {
    const { _id: id } = await create({ title: 'Plan', publishState: 'draft' });
    const params = { id };
    expect(await server.error(endpoints.toggleAvailability, { as: agent, params })).toMatchObject({
      status: 409,
    });
    const { failed } = await server.ok(endpoints.changeProperties, {
      as: agent,
      body: { ids: [id], action: 'mark-available' },
    });
    expect(failed).toHaveLength(1);
    expect(await expectUpdateError(id, { isUnderContract: 'true' })).toMatchObject({ status: 409 });
  });

  test('are found in My Listings by state and title', async () => {
    const as = await server.addUser({ role: 'agent' });
    const { _id: id } = await create({ title: 'Zinnia plan', publishState: 'draft' }, as);
    const { _id: published } = await create(buildPropertyForm(), as);
    const list = async (query: Record<string, string>) =>
      (await server.ok(listMyProperties, { as, query })).map(({ _id }) => _id);
    expect(await list({})).toEqual([published, id]);
    expect(await list({ publishState: 'draft' })).toEqual([id]);
    expect(await list({ publishState: 'published' })).toEqual([published]);
    expect(await list({ availability: 'false' })).toEqual([]);
    expect(await list({ searchTerm: 'zinnia' })).toEqual([id]);
    const invalidQuery = { as, query: { publishState: 'x' } };
    expect((await server.error(listMyProperties, invalidQuery)).status).toBe(400);
  });
});

describe('scheduled listings', () => {
  test('become drafts when due if their agent has been demoted', async () => {
    const formerAgent = await server.addUser({ role: 'agent' });
    const form = {
      ...buildPropertyForm(),
      publishState: 'scheduled',
      publishAt: timeIn(5 * MINUTE_MS),
    };
    const { _id: id } = await create(form, formerAgent);
    await server.ok(endpoints.changeRole, {
      as: admin,
      params: { id: formerAgent._id },
      body: { role: 'user' },
    });
    await server.clock.advance(6 * MINUTE_MS);
    await server.runJobs();
    expect((await server.error(getProperty, { params: { id } })).status).toBe(404);
    expect(await readListing(id, admin)).toMatchObject({ publishState: 'draft' });
  });

  test('need a time between a minute and a year ahead', async () => {
    for (const publishAt of [undefined, 'soon', timeIn(59_000), timeIn(366 * DAY_MS)]) {
      const form = { ...buildPropertyForm(), publishState: 'scheduled', publishAt };
      const { status, errors } = await server.error(createProperty, {
        as: agent,
        form: toFormData(form),
      });
      expect({ publishAt, status }).toEqual({ publishAt, status: 400 });
      expect(errors?.map(({ path }) => path)).toEqual(['publishAt']);
    }
  });

  test('are published once when due and can become drafts before that', async () => {
    const publishAt = timeIn(2 * MINUTE_MS);
    const form = { ...buildPropertyForm(), publishState: 'scheduled', publishAt };
    const { _id: id } = await create(form);
    const { _id: draftId } = await create(form);
    expect(await readListing(id)).toMatchObject({ publishState: 'scheduled', publishAt });
    expect(await change(draftId, { publishState: 'draft' })).toMatchObject({
      publishState: 'draft',
      publishAt: null,
    });
    await server.runJobs(new Date(Date.parse(publishAt) - 1));
    expect(await readListing(id)).toMatchObject({ publishState: 'scheduled' });
    const at = new Date(Date.parse(publishAt) + MINUTE_MS);
    await server.clock.advance(3 * MINUTE_MS);
    // Simulates two processes.
    await Promise.all([server.runJobs(at), server.runJobs(at)]);
    const published = await readListing(id);
    expect(published).toMatchObject({ publishState: 'published', publishAt: null });
    expect(published.isAvailable).toBe(true);
    await server.runJobs(new Date(at.getTime() + MINUTE_MS));
    expect((await readListing(id)).createdAt).toBe(published.createdAt);
    expect(await readEvents(id)).toEqual(['listed']);
    expect(await readListing(draftId)).toMatchObject({ publishState: 'draft' });
  });
});

describe('expiry', () => {
  test('is announced a week in advance and takes effect at midnight in the home’s time zone', async () => {
    server.emails.length = 0;
    // The expiry day begins at 5:00 UTC. The day of the notice, before daylight saving time, begins at 6:00 UTC.
    const expiresOn = dateInDays(10);
    expect(expiresOn).toBe('2026-03-12');
    const { _id: id } = await create({ ...buildPropertyForm(), expiresOn });
    expect(await readListing(id)).toMatchObject({ expiresOn });
    expect(await server.ok(getProperty, { params: { id } })).toMatchObject({ expiresOn: null });
    const midnight = Date.parse(`${expiresOn}T05:00:00Z`);
    const noticeAt = Date.parse('2026-03-05T06:00:00Z');
    await server.runJobs(new Date(noticeAt - 1));
    expect(server.emails).toEqual([]);
    for (const ms of [0, MINUTE_MS, DAY_MS]) await server.runJobs(new Date(noticeAt + ms));
    expect(server.emails.map(({ to, subject }) => [to, subject])).toEqual([
      [agent.email, 'Your listing is about to expire: House with a green door'],
    ]);
    const notifications = await server.ok(endpoints.listNotifications, { as: agent });
    expect(notifications.filter(({ kind }) => kind === 'listing')).toHaveLength(1);
    await server.runJobs(new Date(midnight - 1));
    expect(await readListing(id)).toMatchObject({ isAvailable: true });
    await server.runJobs(new Date(midnight));
    expect(await readListing(id)).toMatchObject({ isAvailable: false, publishState: 'published' });
    expect(await readEvents(id)).toEqual(['off_market', 'listed']);
    // It does not expire again.
    await server.ok(endpoints.toggleAvailability, { as: agent, params: { id } });
    await server.runJobs(new Date(midnight + DAY_MS));
    expect(await readListing(id)).toMatchObject({ isAvailable: true });
  });

  test('of several listings is announced in one notification and one email', async () => {
    server.emails.length = 0;
    const expiresOn = dateInDays(40);
    const titles = Array.from({ length: 14 }, (_, index) => `House number ${index + 1}`);
    for (const title of titles) await create({ ...buildPropertyForm(), title, expiresOn });
    await server.runJobs(new Date(Date.parse(`${expiresOn}T12:00:00Z`) - 7 * DAY_MS));
    expect(server.emails.map(({ subject }) => subject)).toEqual([
      '14 of your listings are about to expire',
    ]);
    const notifications = await server.ok(endpoints.listNotifications, { as: agent });
    expect(
      notifications.filter(
        ({ title }) => title.includes('expire') || title.includes('House number'),
      ),
    ).toMatchObject([
      { title: '14 of your listings are about to expire', link: pagePaths.myListings() },
    ]);
    const text = server.emails[0]?.text ?? '';
    for (const title of titles.slice(0, 12)) expect(text).toContain(`“${title}”`);
    expect(text).toContain('And 2 more.');
    expect(text).toContain('/dashboard/my-listings');
  });

  test('of many agents’ listings is announced in one notification for each agent', async () => {
    const agents = [
      await server.addUser({ role: 'agent' }),
      await server.addUser({ role: 'agent' }),
    ];
    const expiresOn = dateInDays(60);
    for (let count = 0; count < 60; count += 1)
      for (const each of agents) await server.addProperty(each, { expires_on: expiresOn });
    await server.runJobs(new Date(Date.parse(`${expiresOn}T12:00:00Z`) - 7 * DAY_MS));
    for (const as of agents)
      expect(await server.ok(endpoints.listNotifications, { as })).toMatchObject([
        { title: '60 of your listings are about to expire' },
      ]);
  });

  test('cannot be in the past or more than three years ahead, and can be cleared', async () => {
    const { _id: id } = await create({ ...buildPropertyForm(), expiresOn: dateInDays(30) });
    for (const expiresOn of ['tomorrow', dateInDays(-3), dateInDays(3 * 366 + 1)])
      expect(await expectUpdateError(id, { ...buildPropertyForm(), expiresOn })).toMatchObject({
        status: 400,
        errors: [{ path: 'expiresOn' }],
      });
    expect(await change(id, buildPropertyForm())).toMatchObject({
      expiresOn: dateInDays(30),
    });
    expect(await change(id, { ...buildPropertyForm(), expiresOn: '' })).toMatchObject({
      expiresOn: null,
    });
  });
});

test('a contract adds history events and ends when the home leaves the market', async () => {
  const { _id: id } = await create({ ...buildPropertyForm(), isUnderContract: 'true' });
  expect(await readListing(id)).toMatchObject({ isUnderContract: true });
  const setUnderContract = async (isUnderContract: string) => {
    await server.clock.advance(MINUTE_MS);
    return change(id, { ...buildPropertyForm(), isUnderContract });
  };
  expect(await setUnderContract('false')).toMatchObject({ isUnderContract: false });
  expect(await setUnderContract('true')).toMatchObject({ isUnderContract: true });
  await server.clock.advance(MINUTE_MS);
  const params = { id };
  expect(await server.ok(endpoints.toggleAvailability, { as: agent, params })).toMatchObject({
    isAvailable: false,
    isUnderContract: false,
  });
  expect(await readEvents(id)).toEqual([
    'sold',
    'under_contract',
    'back_on_market',
    'under_contract',
    'listed',
  ]);
  expect(
    await expectUpdateError(id, { ...buildPropertyForm(), isUnderContract: 'true' }),
  ).toMatchObject({
    status: 409,
  });
});

describe('with the review policy', () => {
  test('an admin has one unread notification about a listing until the next decision', async () => {
    await server.ok(endpoints.changePolicies, { as: admin, body: { review: 'all' } });
    const { _id: id } = await create(buildPropertyForm());
    const submitAgain = async () => {
      await change(id, { publishState: 'draft', title: `Home at ${timeIn(0)}` });
      await server.clock.advance(MINUTE_MS);
      await change(id, { publishState: 'published' });
    };
    const countNotifications = async () => {
      const notifications = await server.ok(endpoints.listNotifications, { as: admin });
      return notifications.filter(({ link }) => link.endsWith(`#listing-${id}`)).length;
    };
    await submitAgain();
    await submitAgain();
    expect(await countNotifications()).toBe(1);
    await server.ok(endpoints.readNotifications, { as: admin, body: { all: true } });
    await submitAgain();
    await submitAgain();
    expect(await countNotifications()).toBe(2);
    await server.clock.advance(MINUTE_MS);
    const body = { decision: 'changes_requested', reason: 'Add a picture.' };
    await server.ok(endpoints.decideReview, { as: admin, params: { propertyId: id }, body });
    await change(id, { publishState: 'published' });
    expect(await countNotifications()).toBe(3);
    // The tests below expect only notifications about their own listings.
    await server.db.deleteFrom('notifications').execute();
    await server.ok(endpoints.changePolicies, { as: admin, body: { review: 'none' } });
  });

  test('a listing scheduled before the policy was set needs review when its agent edits it', async () => {
    await server.ok(endpoints.changePolicies, { as: admin, body: { review: 'none' } });
    const publishAt = timeIn(DAY_MS);
    const form = { ...buildPropertyForm(), publishState: 'scheduled', publishAt };
    const { _id: id } = await create(form);
    expect(await change(id, { title: 'Before the policy' })).toMatchObject({
      title: 'Before the policy',
      publishState: 'scheduled',
      publishAt,
    });
    await server.ok(endpoints.changePolicies, { as: admin, body: { review: 'all' } });
    expect(await change(id, { title: 'By an admin' }, admin)).toMatchObject({
      publishState: 'scheduled',
      publishAt,
    });
    expect(await change(id, { title: 'After the policy' })).toMatchObject({
      publishState: 'in_review',
      publishAt,
    });
    const { body } = await server.send(endpoints.listReviews, { as: admin });
    expect(body.map(({ _id }) => _id)).toContain(id);
    // The tests below expect only notifications about their own listings.
    await server.db.deleteFrom('notifications').execute();
    await server.ok(endpoints.changePolicies, { as: admin, body: { review: 'none' } });
  });

  test('a scheduled listing needs review when due, unless an admin approved or scheduled it', async () => {
    const publishAt = timeIn(2 * MINUTE_MS);
    const form = { ...buildPropertyForm(), publishState: 'scheduled', publishAt };
    const { _id: unreviewedId } = await create(form);
    const { _id: adminListingId } = await create(form, admin);
    const setReview = (review: string) =>
      server.ok(endpoints.changePolicies, { as: admin, body: { review } });
    await setReview('all');
    const { _id: approvedId } = await create(form);
    const params = { propertyId: approvedId };
    await server.ok(endpoints.decideReview, { as: admin, params, body: { decision: 'approved' } });
    await server.db.deleteFrom('notifications').execute();
    await server.clock.advance(3 * MINUTE_MS);
    await server.runJobs();
    const states = await Promise.all(
      [unreviewedId, adminListingId, approvedId].map(
        async (id) => (await readListing(id, admin)).publishState,
      ),
    );
    expect(states).toEqual(['in_review', 'published', 'published']);
    for (const as of [agent, admin]) {
      const notifications = await server.ok(endpoints.listNotifications, { as });
      expect(notifications.map(({ title }) => title)).toEqual([
        `${form.title} is waiting for review`,
      ]);
    }
    await server.ok(endpoints.decideReview, {
      as: admin,
      params: { propertyId: unreviewedId },
      body: { decision: 'approved' },
    });
    expect(await readListing(unreviewedId)).toMatchObject({ publishState: 'published' });
    await server.db.deleteFrom('notifications').execute();
    await setReview('none');
  });

  test('agents’ listings need review, but admins’ listings do not', async () => {
    await server.ok(endpoints.changePolicies, { as: admin, body: { review: 'all' } });
    const publishAt = timeIn(DAY_MS);
    const { _id: id } = await create(buildPropertyForm());
    expect(await readListing(id)).toMatchObject({ publishState: 'in_review', publishAt: null });
    const { _id: scheduledId } = await create({
      ...buildPropertyForm(),
      publishState: 'scheduled',
      publishAt,
    });
    expect(await readListing(scheduledId)).toMatchObject({ publishState: 'in_review', publishAt });
    const { _id: draft } = await create({ title: 'Plan', publishState: 'draft' });
    expect(await readListing(draft)).toMatchObject({ publishState: 'draft' });
    // Two listings entered review. Saving one of them again sends no notification.
    await change(id, { price: '2', publishState: 'published' });
    const notifications = await server.ok(endpoints.listNotifications, { as: admin });
    expect(notifications.filter(({ kind }) => kind === 'review')).toHaveLength(2);
    expect(await create(buildPropertyForm(), admin)).toMatchObject({ publishState: 'published' });
    expect(await change(id, { publishState: 'published' }, admin)).toMatchObject({
      publishState: 'published',
    });
    // Editing a published listing leaves it published.
    expect(await change(id, buildPropertyForm({ price: '1' }))).toMatchObject({
      publishState: 'published',
    });
    await server.ok(endpoints.changePolicies, { as: admin, body: { review: 'unverified' } });
    expect(await create(buildPropertyForm())).toMatchObject({ publishState: 'in_review' });
    const params = { id: agent._id };
    const body = { isVerified: true };
    await server.ok(endpoints.setVerification, { as: admin, params, body });
    expect(await create(buildPropertyForm())).toMatchObject({ publishState: 'published' });
    await server.ok(endpoints.changePolicies, { as: admin, body: { review: 'none' } });
    expect(await readListing(scheduledId)).toMatchObject({ publishState: 'in_review' });
    expect(await change(scheduledId, { publishState: 'published' })).toMatchObject({
      publishState: 'published',
    });
  });
});
