/**
 * The complete server in the test's process, with a separate database for each test file:
 *
 *     let server: TestApp;
 *     beforeAll(async () => { server = await startTestApp(); return () => server.close(); });
 *
 *     const admin = await server.addUser({ role: 'admin' });
 *     const users = await server.ok(endpoints.listUsers, { as: admin });
 *     const error = await server.error(endpoints.listUsers, { as: otherUser });
 *
 * `ok`, `send`, and `error` check every response against the endpoint table: its status, and exactly the fields of its
 * schema.
 */

import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Insertable } from 'kysely';
import type pg from 'pg';
import { expect } from 'vitest';
import type { z } from 'zod';
import { buildApp } from '#server/app.ts';
import type { AppOptions } from '#server/app-options.ts';
import { type Database, openServerDatabase } from '#server/database/database.ts';
import type { UsersTable } from '#server/database/tables.ts';
import { createSession } from '#server/features/accounts/sessions/session-repository.ts';
import { argonPasswords } from '#server/features/accounts/password.ts';
import { createResponseCache } from '#server/cache/response-cache.ts';
import { databaseLimiters, DEFAULT_RATE_LIMITS } from '#server/http/limits/rate-limits.ts';
import { createEventHub } from '#server/features/notifications/event-hub.ts';
import { createEventReaders } from '#server/process/event-readers.ts';
import { markProven } from '#server/jobs/mail-proof-repository.ts';
import type { JobContext } from '#server/jobs/job-handler.ts';
import { runDueJobs } from '#server/jobs/run-due-jobs.ts';
import type { Mail, Mailer } from '#server/mail/mailer.ts';
import { defaultMailSite } from '#server/mail/mail-site.ts';
import { JOB_TABLE } from '#server/process/job-handlers.ts';
import { createDiskImageStore } from '#server/storage/disk-image-store.ts';
import { readOrCreateDataKey } from '#server/storage/data-key.ts';
import type { ImageStore } from '#server/storage/image-store.ts';
import { type Endpoint, endpointUrl } from '#shared/endpoints/endpoint.ts';
import { ERROR_STATUS } from '#shared/error-codes.ts';
import { minRole } from '#shared/permissions.ts';
import { type ErrorBody, errorSchema } from '#shared/schemas/common.ts';
import { type Role, ROLES } from '#shared/schemas/user.ts';
import { buildMessageRow } from '../factories/build-message-row.ts';
import { buildPropertyRow, type NewPropertyRow } from '../factories/build-property-row.ts';
import { buildUserRow, USER_PASSWORD } from '../factories/build-user-row.ts';
import { FACTORY_START } from '../factories/factory-start.ts';
import { makeTempFolder } from './temp-folder.ts';
import { createTestDatabase } from './test-database.ts';
import { DEFAULT_COST_RATES } from '#shared/monthly-cost.ts';

/** A signed-in user. */
export type TestUser = {
  _id: string;
  name: string;
  email: string;
  role: Role;
  password: string;
  token: string;
};

/** The parts of a request. */
export type CallOptions = {
  params?: Readonly<Record<string, string>>;
  query?: Record<string, string | number>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as multipart. */
  form?: FormData;
  /** The user whose token is sent. */
  as?: { token: string } | undefined;
  /** The client's IP address; 127.0.0.1 if absent. */
  ip?: string;
  headers?: Record<string, string>;
};

/** A checked response. */
export type TestResponse<T> = { status: number; body: T; headers: Record<string, unknown> };

export type TestApp = Awaited<ReturnType<typeof startTestApp>>;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Starts an app.
 *
 * @param changes options that replace the defaults
 * @param connections options of the database connections, if the defaults do not suffice
 */
export async function startTestApp(
  changes: Partial<AppOptions> = {},
  connections: Parameters<typeof openServerDatabase>[1] = {},
) {
  const database = await createTestDatabase();
  // Inserting thousands of listings takes longer than a request's timeout, and connecting is slow on a busy machine.
  const {
    db,
    pool,
    close: closeDatabase,
  } = openServerDatabase(database.url, {
    statementTimeoutMs: 60_000,
    lockTimeoutMs: 60_000,
    connectTimeoutMs: 60_000,
    ...connections,
  });
  const folder = makeTempFolder();
  const imageFolder = path.join(folder, 'images');
  const importFolder = path.join(folder, 'imports');
  const images: ImageStore = createDiskImageStore(imageFolder);
  const dataKey = readOrCreateDataKey(folder, randomBytes(32));
  const clock = createClock(pool);
  const emails: Mail[] = [];
  const mailFailure: { error: Error | null } = { error: null };
  const passwordChecks = { value: 0 };

  const events = createEventHub({ db, now: clock.now, readers: createEventReaders(db) });
  const mailer: Mailer = {
    send: async (mail) => {
      if (mailFailure.error !== null) throw mailFailure.error;
      emails.push(mail);
      return { file: null };
    },
  };

  const app = await buildApp({
    db,
    readDb: db,
    images,
    dataKey,
    uploadFolder: path.join(folder, 'uploads'),
    importFolder,
    canSendMail: false,
    contactEmail: undefined,
    passwords: {
      ...argonPasswords,
      verify: (hash, password, requester) => {
        passwordChecks.value += 1;
        return argonPasswords.verify(hash, password, requester);
      },
    },
    createLimiter: databaseLimiters(pool),
    rateLimits: DEFAULT_RATE_LIMITS,
    responseCache: createResponseCache(0),
    events,
    now: clock.now,
    publicSettings: {
      publicUrl: 'https://homes.example.org',
      mapTileUrl: 'https://tile.example.org/{z}/{x}/{y}.png',
      costRates: DEFAULT_COST_RATES,
    },
    isDemoAllowed: true,
    trustProxy: 0,
    corsOrigins: [],
    version: '0.0.0',
    logLevel: 'silent',
    pages: null,
    ...changes,
  });

  const jobContext = (now = clock.now()): JobContext => ({
    now,
    db,
    images,
    dataKey,
    importFolder,
    freeDiskBytes: changes.freeDiskBytes,
    site: async () => defaultMailSite('https://homes.example.org'),
    contactEmail: changes.contactEmail,
    allowsPrivateWebhooks: changes.allowsPrivateWebhooks ?? false,
    inquiryKeepDays: 730,
    alertTimes: { delayMs: 60_000, pauseMs: 900_000 },
    costRates: DEFAULT_COST_RATES,
    log: app.log,
    shutdownSignal: new AbortController().signal,
  });
  const runJobs = async (at = clock.now(), options: { includesRecurring?: boolean } = {}) =>
    runDueJobs(JOB_TABLE, jobContext(at), mailer, { worker: 'test-app', ...options });

  return {
    ...createRequestHelpers(app),
    ...createRecordHelpers(db, clock.now),
    app,
    db,
    /** Receives events only in tests that listen for changes. */
    events: changes.events ?? events,
    clock,
    /** The database's URL, for additional connections. */
    databaseUrl: database.url,
    images,
    /** Contains only picture files. */
    imageFolder,
    /** Contains the files of unfinished imports. */
    importFolder,
    /** Sent emails, oldest first; tests clear the array as needed. */
    emails,
    /** If `error` is set, sending an email fails with it. */
    mailFailure,
    /** The number of password checks so far. */
    passwordChecks,
    /** Waits for background work and runs due jobs except recurring ones. */
    waitUntilIdle: async () => {
      await app.background.waitUntilIdle();
      await runJobs(clock.now(), { includesRecurring: false });
    },
    /** Returns the context of jobs at the clock's time. */
    jobContext,
    /** Runs all jobs due at a time, which they use as the current time; by default, the clock's time. */
    runJobs,
    close: async () => {
      await app.close();
      await closeDatabase();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Creates a clock that tests advance. */
function createClock(pool: pg.Pool) {
  let time = FACTORY_START.getTime() + DAY_MS;
  return {
    now: () => new Date(time),
    /** Advances the time, including that of rate limits, which use the system clock. */
    advance: async (ms: number) => {
      time += ms;
      await pool.query('update rate_limits set expire = expire - $1', [ms]);
    },
  };
}

/** Creates the functions that send requests to the app. */
function createRequestHelpers(app: FastifyInstance) {
  async function call(endpoint: Endpoint, options: CallOptions): Promise<TestResponse<unknown>> {
    const response = await app.inject(await toRequest(endpoint, options));
    const isJson = response.headers['content-type']?.startsWith('application/json') === true;
    const isText =
      endpoint.contentType !== undefined &&
      endpoint.contentType === response.headers['content-type'];
    const body: unknown = isJson ? response.json() : isText ? response.body : null;
    return { status: response.statusCode, body, headers: response.headers };
  }

  async function send<E extends Endpoint>(
    endpoint: E,
    options: CallOptions = {},
  ): Promise<TestResponse<z.output<E['response']>>> {
    const { status, body, headers } = await call(endpoint, options);
    expect({ status, body }).toMatchObject({ status: endpoint.status });
    return {
      status,
      body: parseExactly(endpoint.response, body) as z.output<E['response']>,
      headers,
    };
  }

  async function error(
    endpoint: Endpoint,
    options: CallOptions = {},
  ): Promise<ErrorBody & { status: number; headers: Record<string, unknown> }> {
    const { status, body, headers } = await call(endpoint, options);
    expect({ status, body }).toMatchObject({ body: { code: expect.any(String) as string } });
    const errorBody = parseExactly(errorSchema, body) as ErrorBody;
    expect({ code: errorBody.code, status }).toEqual({
      code: errorBody.code,
      status: ERROR_STATUS[errorBody.code as keyof typeof ERROR_STATUS],
    });
    return { ...errorBody, status, headers };
  }

  return {
    /** Sends a request that must succeed; returns its response with status and headers. */
    send,

    /** Sends a request that must succeed; returns the response body. */
    ok: async <E extends Endpoint>(endpoint: E, options: CallOptions = {}) =>
      (await send(endpoint, options)).body,

    /** Sends a request that must be rejected; returns the error with status and headers. */
    error,

    /**
     * Expects errors for callers that the endpoint table rejects: visitors, invalid tokens, and
     * lower roles.
     *
     * @param people one user of each role
     */
    expectGuarded: async (
      endpoint: Endpoint,
      people: Record<Role, { token: string }>,
      options: CallOptions = {},
    ): Promise<void> => {
      if (endpoint.access === 'public') throw new Error('This endpoint is public.');
      for (const as of [undefined, { token: 'garbage' }, { token: '' }]) {
        const { code } = await error(endpoint, { ...options, as });
        expect(code).toBe('UNAUTHENTICATED');
      }
      for (const role of ROLES.slice(0, ROLES.indexOf(minRole(endpoint.access)))) {
        const { code } = await error(endpoint, { ...options, as: people[role] });
        expect({ role, code }).toEqual({ role, code: 'FORBIDDEN' });
      }
    },

    /** Returns the parts of a request, for sending it on a real connection. */
    rawRequest: async (endpoint: Endpoint, options: CallOptions) => {
      const { url, headers, payload } = await toRequest(endpoint, options);
      const isJson = payload !== undefined && !Buffer.isBuffer(payload);
      return {
        path: String(url),
        headers: {
          ...headers,
          ...(isJson ? { 'content-type': 'application/json' } : {}),
        } as Record<string, string>,
        payload: isJson ? JSON.stringify(payload) : payload,
      };
    },

    /** Sends a request and returns only the status, for counting concurrent requests. */
    status: async (endpoint: Endpoint, options: CallOptions = {}): Promise<number> =>
      (await call(endpoint, options)).status,
  };
}

/** Parses a body; fails for fields that are missing, of the wrong type, or not in the schema. */
function parseExactly(schema: z.ZodType, body: unknown): unknown {
  const parsed = schema.parse(body);
  expect(body).toStrictEqual(parsed);
  return parsed;
}

async function toRequest(endpoint: Endpoint, options: CallOptions): Promise<InjectOptions> {
  const { params, query = {}, body, form, as, ip, headers = {} } = options;
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString();
  const path = endpointUrl(endpoint).replaceAll(
    /:(\w+)/g,
    (placeholder, name: string) => params?.[name] ?? placeholder,
  );
  const url = `${path}${search && `?${search}`}`;
  // `Response` encodes the form and creates its boundary.
  const encodedForm = form === undefined ? null : new Response(form);
  return {
    method: endpoint.method,
    url,
    headers: {
      ...(as === undefined ? {} : { authorization: `Bearer ${as.token}` }),
      ...(encodedForm === null
        ? {}
        : { 'content-type': encodedForm.headers.get('content-type') ?? '' }),
      ...headers,
    },
    ...(ip === undefined ? {} : { remoteAddress: ip }),
    ...(body === undefined ? {} : { payload: body as Record<string, unknown> }),
    ...(encodedForm === null ? {} : { payload: Buffer.from(await encodedForm.arrayBuffer()) }),
  };
}

/** `isProven`: whether the email address is proven; true by default for agents and admins. */
type UserOverrides = Partial<Insertable<UsersTable>> & { isProven?: boolean };

/** Creates the functions that insert rows without the app. */
function createRecordHelpers(db: Database, now: () => Date) {
  const addUser = async ({ isProven, ...overrides }: UserOverrides = {}): Promise<TestUser> => {
    const values = buildUserRow(overrides);
    const { id, name, email, role, password_hash } = await db
      .insertInto('users')
      .values(values)
      .returning(['id', 'name', 'email', 'role', 'password_hash'])
      .executeTakeFirstOrThrow();
    const token = await createSession(db, { id, passwordHash: password_hash }, now());
    if (token === null) throw new Error('The session was not created.');
    if (isProven ?? role !== 'user') await markProven(db, { userId: id, address: email });
    return { _id: id, name, email, role, password: USER_PASSWORD, token };
  };
  return {
    /** Adds a user with a session. */
    addUser,

    /** Adds one user of each role. */
    addPeople: async (
      overrides: Partial<Record<Role, UserOverrides>> = {},
    ): Promise<Record<Role, TestUser>> => ({
      user: await addUser({ ...overrides.user, role: 'user' }),
      agent: await addUser({ ...overrides.agent, role: 'agent' }),
      admin: await addUser({ ...overrides.admin, role: 'admin' }),
    }),

    /** Adds a listing; returns its ID. */
    addProperty: async (
      agent: { _id: string },
      overrides: Partial<NewPropertyRow> = {},
    ): Promise<string> => {
      const values = buildPropertyRow(agent._id, overrides);
      const { id } = await db
        .insertInto('properties')
        .values(values)
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    /** Adds a contact message; returns its ID. */
    addMessage: async (overrides: Parameters<typeof buildMessageRow>[0] = {}): Promise<string> => {
      const values = buildMessageRow(overrides);
      const { id } = await db
        .insertInto('contact_messages')
        .values(values)
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
  };
}
