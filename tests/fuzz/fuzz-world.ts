/** The fuzzed app, with enough users and records, and with limits too high to interfere. */

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
import { expectSound, type RawResponse } from './sound-answer.ts';

/** How long a response may take on a busy machine, in milliseconds. */
const HANG_MS = 30_000;
const RECORD_COUNT = 10;
const HOUR_MS = 3_600_000;

/** The place of a home that no request moves or deletes, as in the paths of places. */
const PLACE: Record<string, string> = { state: 'tx', city: 'austin', zip: '78701' };

/** Cheap enough for thousands of sign-ups; accepts the factories' hashes. */
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

/** Starts the app. @param loadLimits for requests that never end */
export async function startFuzzWorld(
  loadLimits: { maxInFlight?: number; bodyTimeoutMs?: number } = {},
) {
  /** The first log lines that contain secrets. */
  const badLines: string[] = [];
  let isSecret = (_line: string): boolean => false;
  const server = await startTestApp({
    logLevel: 'trace',
    logStream: {
      write: (line) => {
        if (badLines.length < 3 && isSecret(line)) badLines.push(line);
      },
    },
    passwords: cheapPasswords,
    rateLimits: NO_LIMITS,
    corsOrigins: ['https://partner.example.org'],
    loadLimits,
    freeDiskBytes: async () => Number.MAX_SAFE_INTEGER,
    // Pages may echo the requested URL where that is safe.
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
  const signingIn = await server.addUser({ email: SIGN_IN_EMAIL });
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
  /** Returns a different future hour each time, since an agent gives one tour at a time. */
  const nextHour = () => {
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
        ...nextHour(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const addOpenHouse = async () => {
    const { id } = await server.db
      .insertInto('open_houses')
      .values({ property_id: austinHome, ...nextHour() })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  /** Adds an office whose slug is its id: one endpoint takes the slug, and the others the id. */
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
  /** The records for requests, by the first part of the endpoint's path; deleted ones are replaced. */
  const records = {
    properties: await fill(() => server.addProperty(people.agent)),
    users: await fill(async () => (await addPerson('agent'))._id),
    contact: await fill(() => server.addMessage()),
    inquiries: await fill(addInquiry),
    reports: await fill(addReport),
    jobs: await fill(addJob),
    tours: await fill(addTour),
    'open-houses': await fill(addOpenHouse),
    offices: await fill(addOffice),
    'api-keys': await fill(addApiKey),
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
  /** The number of requests so far, and the statuses of each endpoint. */
  const seen = { count: 0, statuses: new Map<string, Set<number>>() };

  const secrets = () => Object.values(people).map(({ token }) => token);
  isSecret = (line) => [USER_PASSWORD, ...secrets()].some((secret) => line.includes(secret));

  function idOf(name: EndpointName, plan: IdPlan): string {
    if ('text' in plan) return plan.text;
    const kind = /^\/([\w-]+)/.exec(endpoints[name].path)?.[1];
    return records[kind as keyof typeof records]?.[plan.record] ?? '1';
  }

  /** Returns a parameter of an endpoint's path: places by name, records by index. */
  function pathPart(name: EndpointName, part: string, plan: IdPlan): string {
    return ('record' in plan ? PLACE[part] : undefined) ?? idOf(name, plan);
  }

  function authorize(caller: Caller): Record<string, string> {
    if (caller === 'visitor') return {};
    if (caller === 'broken') return { authorization: 'Bearer fuzz-no-such-token' };
    return { authorization: `Bearer ${people[caller].token}` };
  }

  /** Stored separately: other emails with tokens may evict this one from the list of recent ones. */
  let newestResetToken = 'x';

  /** Sends pending emails, including a password reset link. */
  async function deliverMails(): Promise<void> {
    const { method, path } = endpoints.forgotPassword;
    await server.app.inject({ method, url: `/api${path}`, payload: { email: SIGN_IN_EMAIL } });
    await server.settled();
    for (const { text } of server.mails) {
      newestResetToken = /\/reset-password\?token=([\w-]+)/.exec(text)?.[1] ?? newestResetToken;
    }
    // Accumulated rows would only slow down requests.
    server.mails.length = 0;
  }

  function toInject({ name, caller, id, query, headers, body }: FuzzRequest) {
    const { method } = endpoints[name];
    const path = endpointUrl(endpoints[name]);
    const search = query.map(([key, value]) => `${encode(key)}=${encode(value)}`).join('&');
    const url = `${path.replaceAll(/:(\w+)/g, (_, part: string) => pathPart(name, part, id))}${search && `?${search}`}`;
    const sent =
      body === null
        ? {}
        : 'form' in body
          ? { type: body.form.type, payload: encodeForm(body.form) }
          : { type: body.type, payload: body.json.replaceAll(RESET_TOKEN, newestResetToken) };
    return {
      method,
      url,
      headers: {
        ...authorize(caller),
        ...('type' in sent ? { 'content-type': sent.type } : {}),
        ...headers,
      },
      ...('payload' in sent ? { payload: sent.payload } : {}),
    };
  }

  /** Signs in the same user again, who owns the records. */
  async function signInAgain(role: keyof typeof people): Promise<void> {
    const { password_hash: passwordHash } = await server.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', people[role]._id)
      .executeTakeFirstOrThrow();
    const now = server.clock.now();
    const token = await createSession(server.db, { id: people[role]._id, passwordHash }, now);
    if (token === null) throw new Error('The session could not be opened.');
    people[role] = { ...people[role], token };
  }

  /** Restores a password, so that a user whose password was changed by fuzzing can sign in again. */
  async function restorePassword({ _id }: TestUser): Promise<void> {
    await server.db
      .updateTable('users')
      .set({
        password_hash: await cheapPasswords.hash(USER_PASSWORD, { key: 'fuzz', signal: undefined }),
      })
      .where('id', '=', _id)
      .execute();
  }

  /** Repairs the test's users and records after a request. */
  async function repair({ name, caller, id }: FuzzRequest, status: number): Promise<void> {
    if (status >= 300) return;
    if (name === 'resetPassword') await restorePassword(signingIn);
    if (name === 'changePassword' && caller in people)
      await restorePassword(people[caller as keyof typeof people]);
    if (name === 'logout' && caller in people) await signInAgain(caller as keyof typeof people);
    if (endpoints[name].method === 'DELETE' && 'record' in id) {
      const kind = (/^\/([\w-]+)/.exec(endpoints[name].path)?.[1] ?? '') as keyof typeof records;
      // Requests for other kinds of records use unknown ids.
      if (kind in addRecord) records[kind][id.record] = await addRecord[kind]();
    }
  }

  /** Sends a request and checks the response. */
  async function send(request: FuzzRequest): Promise<RawResponse> {
    const injected = await withinTime(server.app.inject(toInject(request)), request);
    const answer: RawResponse = {
      status: injected.statusCode,
      headers: injected.headers,
      text: injected.payload,
    };
    seen.count += 1;
    const statuses = seen.statuses.get(request.name) ?? new Set();
    seen.statuses.set(request.name, statuses.add(answer.status));
    expectSound(answer, secrets());
    await repair(request, answer.status);
    return answer;
  }

  return { server, people, seen, send, deliverMails, secrets, badLines };
}

/** Returns a summary of all stored data, which refused requests must not change. */
export async function stateOf({ server }: FuzzWorld): Promise<Record<string, unknown>> {
  const state: Record<string, unknown> = {};
  // Accepted requests may continue after their response.
  await server.settled();
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

/** Rejects if a promise takes so long that it counts as hanging. */
export async function withinTime<T>(promise: Promise<T>, what: unknown): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`No response in time: ${JSON.stringify(what)?.slice(0, 2_000)}`)),
    HANG_MS,
  );
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function fill(add: () => Promise<string>): Promise<string[]> {
  const ids: string[] = [];
  for (let count = 0; count < RECORD_COUNT; count += 1) ids.push(await add());
  return ids;
}

/** Encodes a text for a URL; lone surrogates, which have no valid encoding, are sent as bytes. */
function encode(text: string): string {
  return text.isWellFormed()
    ? encodeURIComponent(text)
    : encodeURIComponent(text.toWellFormed()).replaceAll('%EF%BF%BD', '%ED%A0%80');
}
