/** The app under test, with users and records, and with limits that are too high to interfere. */

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Passwords } from '#server/features/accounts/password.ts';
import { createSession } from '#server/features/accounts/sessions/session-repository.ts';
import { DEFAULT_RATE_LIMITS, type RateLimits } from '#server/http/limits/rate-limits.ts';
import { type EndpointName, endpoints } from '#shared/api-endpoints.ts';
import { endpointUrl } from '#shared/endpoints/endpoint.ts';
import { USER_PASSWORD } from '../factories/build-user-row.ts';
import { startTestApp, type TestUser } from '../helpers/test-app.ts';
import {
  type Caller,
  type FuzzRequest,
  type IdPlan,
  RESET_TOKEN,
  SIGN_IN_EMAIL,
} from './fuzz-requests.ts';
import { encodeForm } from './hostile-forms.ts';
import { expectValidResponse, type RawResponse } from './valid-response.ts';

/** Long enough for a busy machine. */
const RESPONSE_TIMEOUT_MS = 30_000;
const RECORD_COUNT = 10;
const HOUR_MS = 3_600_000;

/** Path parameters of a place with a home that no request moves or deletes. */
const PLACE_PARAMETERS: Record<string, string> = { state: 'tx', city: 'austin', zip: '78701' };

/** Password hashing that is cheap enough for thousands of sign-ups; also accepts the factories' hashes. */
const cheapPasswords: Passwords = {
  hash: async (password) => `cheap:${createHash('sha256').update(password).digest('hex')}`,
  verify: async (hash, password) =>
    hash === `cheap:${createHash('sha256').update(password).digest('hex')}` ||
    (hash?.startsWith('$argon2id$') === true && password === USER_PASSWORD),
};

const NO_LIMITS = Object.fromEntries(
  Object.keys(DEFAULT_RATE_LIMITS).map((name) => [name, { max: 1_000_000_000, seconds: 60 }]),
) as RateLimits;

export type FuzzWorld = Awaited<ReturnType<typeof startFuzzWorld>>;

/**
 * Starts the app and adds users and records.
 *
 * @param loadLimits for tests whose requests never end
 */
export async function startFuzzWorld(
  loadLimits: { maxInFlight?: number; bodyTimeoutMs?: number } = {},
) {
  /** The first log lines that contain secrets. */
  const linesWithSecrets: string[] = [];
  let containsSecret = (_line: string): boolean => false;
  const server = await startTestApp({
    logLevel: 'trace',
    logStream: {
      write: (line) => {
        if (linesWithSecrets.length < 3 && containsSecret(line)) linesWithSecrets.push(line);
      },
    },
    passwords: cheapPasswords,
    rateLimits: NO_LIMITS,
    corsOrigins: ['https://partner.example.org'],
    loadLimits,
    freeDiskBytes: async () => Number.MAX_SAFE_INTEGER,
    // Unlike a real page, this one does not repeat the requested URL.
    pages: {
      render: async (request) =>
        new Response(`<!doctype html><title>${new URL(request.url).pathname.length}</title>`, {
          headers: { 'content-type': 'text/html; charset=utf-8' },
        }),
      filesFolder: null,
    },
  });
  const addPerson = (role: TestUser['role']) => server.addUser({ role });
  const people: Record<'user' | 'agent' | 'admin', TestUser> = {
    user: await addPerson('user'),
    agent: await addPerson('agent'),
    admin: await addPerson('admin'),
  };
  const signInUser = await server.addUser({ email: SIGN_IN_EMAIL });
  const legalTexts = JSON.stringify({ privacy: 'We keep little.', terms: 'Be kind.' });
  await server.db.insertInto('site_settings').values({ settings: legalTexts }).execute();
  const austinHome = await server.addProperty(people.agent, {
    city: 'Austin',
    state: 'TX',
    zip_code: '78701',
  });
  const addInquiry = async () => {
    const { id } = await server.db
      .insertInto('inquiries')
      .values({
        property_title: 'A former home',
        property_price: 1,
        agent_id: people.agent._id,
        sender_id: people.user._id,
        name: 'Some Body',
        email: 'some@example.org',
        created_at: server.clock.now(),
        last_message_at: server.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const addReport = async () => {
    const { id } = await server.db
      .insertInto('reports')
      .values({
        property_title: 'A former home',
        reason: 'other',
        created_at: server.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const addJob = async () => {
    const { rows } = await sql<{ id: string }>`
      select id from graphile_worker.add_job('fuzz.job', '{"tourId":"1"}'::json)`.execute(
      server.db,
    );
    const id = rows[0]?.id ?? '';
    await sql`update graphile_worker._private_jobs set attempts = max_attempts where id = ${id}`.execute(
      server.db,
    );
    return id;
  };
  let hour = 0;
  /** Returns a different future hour each time because an agent's tours cannot overlap. */
  const takeNextHour = () => {
    hour += 1;
    const start_at = new Date(server.clock.now().getTime() + hour * HOUR_MS);
    return { start_at, end_at: new Date(start_at.getTime() + HOUR_MS), time_zone: 'UTC' };
  };
  const addTour = async () => {
    const { id } = await server.db
      .insertInto('tours')
      .values({
        property_title: 'A former home',
        property_price: 1,
        property_address: '1 Some Street',
        agent_id: people.agent._id,
        visitor_id: people.user._id,
        name: 'Some Body',
        email: 'some@example.org',
        status: 'booked',
        is_in_calendars: true,
        ...takeNextHour(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const addOpenHouse = async () => {
    const { id } = await server.db
      .insertInto('open_houses')
      .values({ property_id: austinHome, ...takeNextHour() })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  /** Adds an office whose slug is its ID: one endpoint takes the slug, and the others the ID. */
  const addOffice = async () => {
    const { id } = await server.db
      .insertInto('offices')
      .values({
        name: 'Fuzz Office',
        slug: randomUUID(),
        created_at: server.clock.now(),
        updated_at: server.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await server.db.updateTable('offices').set({ slug: id }).where('id', '=', id).execute();
    return id;
  };
  const addApiKey = async () => {
    const { id } = await server.db
      .insertInto('api_keys')
      .values({
        name: 'Fuzz',
        scopes: ['reso:read'],
        client_id: randomUUID(),
        secret_hash: randomBytes(32),
        created_at: server.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  /** Record IDs for requests, by the first segment of the endpoint's path. Deleted records are replaced. */
  const records = {
    properties: await addRecords(() => server.addProperty(people.agent)),
    users: await addRecords(async () => (await addPerson('agent'))._id),
    contact: await addRecords(() => server.addMessage()),
    inquiries: await addRecords(addInquiry),
    reports: await addRecords(addReport),
    jobs: await addRecords(addJob),
    tours: await addRecords(addTour),
    'open-houses': await addRecords(addOpenHouse),
    offices: await addRecords(addOffice),
    'api-keys': await addRecords(addApiKey),
  };
  const addRecord = {
    properties: () => server.addProperty(people.agent),
    users: async () => (await addPerson('agent'))._id,
    contact: () => server.addMessage(),
    inquiries: addInquiry,
    reports: addReport,
    jobs: addJob,
    tours: addTour,
    'open-houses': addOpenHouse,
    offices: addOffice,
    'api-keys': addApiKey,
  };
  /** The number of requests so far, and each endpoint's response statuses. */
  const stats = { count: 0, statuses: new Map<string, Set<number>>() };

  const secrets = () => Object.values(people).map(({ token }) => token);
  containsSecret = (line) => [USER_PASSWORD, ...secrets()].some((secret) => line.includes(secret));

  function idOf(name: EndpointName, plan: IdPlan): string {
    if ('text' in plan) return plan.text;
    const kind = /^\/([\w-]+)/.exec(endpoints[name].path)?.[1];
    return records[kind as keyof typeof records]?.[plan.record] ?? '1';
  }

  /** Returns the value of a path parameter: part of a place, or a record's ID. */
  function buildPathParameter(name: EndpointName, parameter: string, plan: IdPlan): string {
    return ('record' in plan ? PLACE_PARAMETERS[parameter] : undefined) ?? idOf(name, plan);
  }

  function authHeaders(caller: Caller): Record<string, string> {
    if (caller === 'visitor') return {};
    if (caller === 'invalid') return { authorization: 'Bearer fuzz-no-such-token' };
    return { authorization: `Bearer ${people[caller].token}` };
  }

  /** Stored separately because `deliverEmails` clears the list of sent emails. */
  let newestResetToken = 'x';

  /** Requests a password reset, sends all pending emails, and stores the newest reset token. */
  async function deliverEmails(): Promise<void> {
    const { method, path } = endpoints.forgotPassword;
    await server.app.inject({ method, url: `/api${path}`, payload: { email: SIGN_IN_EMAIL } });
    await server.waitUntilIdle();
    for (const { text } of server.emails) {
      newestResetToken = /\/reset-password\?token=([\w-]+)/.exec(text)?.[1] ?? newestResetToken;
    }
    // Accumulated emails would only slow down requests.
    server.emails.length = 0;
  }

  function toInjectOptions({ name, caller, id, query, headers, body }: FuzzRequest) {
    const { method } = endpoints[name];
    const path = endpointUrl(endpoints[name]);
    const search = query.map(([key, value]) => `${encode(key)}=${encode(value)}`).join('&');
    const url = `${path.replaceAll(/:(\w+)/g, (_, parameter: string) => buildPathParameter(name, parameter, id))}${search && `?${search}`}`;
    const encodedBody =
      body === null
        ? {}
        : 'form' in body
          ? { type: body.form.type, payload: encodeForm(body.form) }
          : { type: body.type, payload: body.json.replaceAll(RESET_TOKEN, newestResetToken) };
    return {
      method,
      url,
      headers: {
        ...authHeaders(caller),
        ...('type' in encodedBody ? { 'content-type': encodedBody.type } : {}),
        ...headers,
      },
      ...('payload' in encodedBody ? { payload: encodedBody.payload } : {}),
    };
  }

  /** Signs in again as the same user because the records belong to that user. */
  async function signInAgain(role: keyof typeof people): Promise<void> {
    const { password_hash: passwordHash } = await server.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', people[role]._id)
      .executeTakeFirstOrThrow();
    const now = server.clock.now();
    const token = await createSession(server.db, { id: people[role]._id, passwordHash }, now);
    if (token === null) throw new Error('The session was not created.');
    people[role] = { ...people[role], token };
  }

  /** Restores a user's password after fuzzing changed it, so the user can sign in again. */
  async function restorePassword({ _id }: TestUser): Promise<void> {
    await server.db
      .updateTable('users')
      .set({
        password_hash: await cheapPasswords.hash(USER_PASSWORD, { key: 'fuzz', signal: undefined }),
      })
      .where('id', '=', _id)
      .execute();
  }

  /** Restores the password or session that a request changed, or replaces the record that it deleted. */
  async function restore({ name, caller, id }: FuzzRequest, status: number): Promise<void> {
    if (status >= 300) return;
    if (name === 'resetPassword') await restorePassword(signInUser);
    if (name === 'changePassword' && caller in people)
      await restorePassword(people[caller as keyof typeof people]);
    if (name === 'logout' && caller in people) await signInAgain(caller as keyof typeof people);
    if (endpoints[name].method === 'DELETE' && 'record' in id) {
      const kind = (/^\/([\w-]+)/.exec(endpoints[name].path)?.[1] ?? '') as keyof typeof records;
      // Requests for other kinds of records use IDs that do not exist.
      if (kind in addRecord) records[kind][id.record] = await addRecord[kind]();
    }
  }

  /** Sends a request and checks the response. */
  async function send(request: FuzzRequest): Promise<RawResponse> {
    const injectedResponse = await withTimeout(
      server.app.inject(toInjectOptions(request)),
      request,
    );
    const response: RawResponse = {
      status: injectedResponse.statusCode,
      headers: injectedResponse.headers,
      text: injectedResponse.payload,
    };
    stats.count += 1;
    const statuses = stats.statuses.get(request.name) ?? new Set();
    stats.statuses.set(request.name, statuses.add(response.status));
    expectValidResponse(response, secrets());
    await restore(request, response.status);
    return response;
  }

  return { server, people, stats, send, deliverEmails, secrets, linesWithSecrets };
}

/** Returns a summary of the main tables, which rejected requests must not change. */
export async function readState({ server }: FuzzWorld): Promise<Record<string, unknown>> {
  const state: Record<string, unknown> = {};
  // Accepted requests may continue after their response.
  await server.waitUntilIdle();
  for (const table of [
    'users',
    'sessions',
    'password_resets',
    'properties',
    'property_images',
    'property_history',
    'property_totals',
    'contact_messages',
    'notifications',
    'site_settings',
    'audit_entries',
    'inquiries',
    'inquiry_messages',
    'inquiry_tokens',
    'reports',
    'hidden_properties',
    'tours',
    'tour_hours',
    'tour_tokens',
    'open_houses',
    'offices',
    'office_members',
    'api_keys',
  ]) {
    const { rows } = await sql<{ state: string }>`
      select count(*) || ' rows, ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '')
        as state from ${sql.table(table)} as t`.execute(server.db);
    state[table] = rows[0]?.state;
  }
  return state;
}

/** Rejects if a promise does not settle within the response timeout. */
export async function withTimeout<T>(promise: Promise<T>, request: unknown): Promise<T> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(
    () =>
      timeout.reject(new Error(`No response in time: ${JSON.stringify(request)?.slice(0, 2_000)}`)),
    RESPONSE_TIMEOUT_MS,
  );
  try {
    return await Promise.race([promise, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function addRecords(add: () => Promise<string>): Promise<string[]> {
  const ids: string[] = [];
  for (let count = 0; count < RECORD_COUNT; count += 1) ids.push(await add());
  return ids;
}

/** Encodes text for a URL. Lone surrogates, which have no valid encoding, become `%ED%A0%80`, which is invalid UTF-8. */
function encode(text: string): string {
  return text.isWellFormed()
    ? encodeURIComponent(text)
    : encodeURIComponent(text.toWellFormed()).replaceAll('%EF%BF%BD', '%ED%A0%80');
}
