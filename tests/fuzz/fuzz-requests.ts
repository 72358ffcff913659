/** Requests to all endpoints: valid, slightly corrupted, or completely corrupted. */

import fc from 'fast-check';
import { type EndpointName, endpoints } from '#shared/api-endpoints.ts';
import { minRole } from '#shared/permissions.ts';
import { buildPropertyForm, FACTS_FORM } from '../factories/build-property-form.ts';
import { USER_PASSWORD } from '../factories/build-user-row.ts';
import {
  brokenJson,
  HOSTILE_IDS,
  hostileJson,
  hostileKey,
  hostileText,
  hostileType,
  corrupted,
} from './hostile-values.ts';
import { type FormPlan, formPlan } from './hostile-forms.ts';

/** The callers; `invalid` sends an invalid token. */
export const CALLERS = ['visitor', 'invalid', 'user', 'agent', 'admin'] as const;
export type Caller = (typeof CALLERS)[number];

/** The index of a record in the fuzz world, or a raw ID for the path. */
export type IdPlan = { record: number } | { text: string };

/** A request whose users and records are filled in when it is sent. */
export type FuzzRequest = {
  name: EndpointName;
  caller: Caller;
  id: IdPlan;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  body: { json: string; type: string } | { form: FormPlan } | null;
};

/** A placeholder for the email address of a user who can sign in. */
export const SIGN_IN_EMAIL = 'fuzz-sign-in@example.org';
/** A placeholder for the newest emailed password reset token. */
export const RESET_TOKEN = 'RESET-TOKEN';

const email = fc.nat(1_000_000).map((number) => `fuzz-${number}@example.org`);

/** Valid bodies, by endpoint. */
const VALID_BODIES: Partial<Record<EndpointName, fc.Arbitrary<Record<string, string>>>> = {
  login: fc.constant({ email: SIGN_IN_EMAIL, password: USER_PASSWORD }),
  register: email.map((address) => ({
    name: 'Some Body',
    email: address,
    password: USER_PASSWORD,
    confirmPassword: USER_PASSWORD,
    role: 'agent',
  })),
  forgotPassword: fc.constant({ email: SIGN_IN_EMAIL }),
  resetPassword: fc.constant({ token: RESET_TOKEN, password: USER_PASSWORD }),
  changePassword: fc.constant({ currentPassword: USER_PASSWORD, newPassword: USER_PASSWORD }),
  changeProfile: email.map((address) => ({ name: 'Some Body Else', email: address })),
  createProperty: fc.constant(buildPropertyForm({ ...FACTS_FORM })),
  updateProperty: fc.constant({
    ...buildPropertyForm({ ...FACTS_FORM }),
    imagesToDelete: '[]',
    imageOrder: '[]',
    imageTexts: '{}',
  }),
  changeRole: fc.constantFrom({ role: 'user' }, { role: 'agent' }, { role: 'admin' }),
  ask: email.map((address) => ({
    name: 'Some Body',
    email: address,
    message: 'May we see it on Friday?',
  })),
  reportProperty: fc.constant({ reason: 'other', text: 'Not there.' }),
  decideReport: fc.constantFrom({ decision: 'dismissed' }, { decision: 'hidden' }),
  answerInquiry: fc.constant({ message: 'Yes.' }),
  setUpTwoFactor: fc.constant({ currentPassword: USER_PASSWORD }),
  createOffice: fc.nat(1_000_000_000).map((number) => ({
    office: JSON.stringify({ name: `Office ${number}` }),
  })),
  changeOffice: fc.constant({ office: JSON.stringify({ about: 'Homes in the hills.' }) }),
  sendMessage: email.map((address) => ({
    name: 'Some Body',
    email: address,
    subject: 'A house in Austin',
    message: 'May we see it on Friday?',
  })),
};

/** Site settings with legal documents, so the endpoints that serve them return content. */
const SITE = { name: 'Fuzz Homes', privacy: 'We keep little.', terms: 'Be kind.' };
VALID_BODIES.changeSite = fc.constant({ site: JSON.stringify(SITE) });
VALID_BODIES.importSite = fc.constant({
  site: JSON.stringify({ format: 'doorstep-site', version: 1, site: SITE, pictures: {} }),
});

/** Random record IDs, none of which is a caller's. */
const ids = fc.uniqueArray(fc.integer({ min: 10, max: 40 }).map(String), {
  minLength: 1,
  maxLength: 4,
});

/** Valid bodies with values other than text, by endpoint. */
const VALID_JSON_BODIES: Partial<Record<EndpointName, fc.Arbitrary<Record<string, unknown>>>> = {
  changeInquiry: fc.record({ stage: fc.constantFrom('offer', 'lost'), note: fc.string() }),
  readNotifications: fc.oneof(fc.record({ ids }), fc.constant({ all: true })),
  changeProperties: fc.record({
    ids,
    action: fc.constantFrom('mark-available', 'mark-unavailable'),
  }),
  changePrice: fc.record({ price: fc.constant('250000'), before: fc.constant(425_000) }),
  changeUsers: fc.record({
    ids,
    action: fc.constant('set-role'),
    role: fc.constantFrom('user', 'agent'),
  }),
  changeMessages: fc.record({ ids, action: fc.constantFrom('mark-read', 'mark-unread') }),
  createApiKey: fc.constant({ name: 'A partner', scopes: ['reso:read'] }),
  setVerification: fc.record({ isVerified: fc.boolean() }),
};

/** Valid values of common query parameters. */
const QUERY_CHOICES: Record<string, readonly string[]> = {
  page: ['1', '2', '10000'],
  limit: ['1', '24', '100'],
  searchTerm: ['austin', 'garden house', 'tx 78701', 'in'],
  propertyType: ['House', 'Condo'],
  status: ['For Sale', 'For Rent'],
  minPrice: ['0', '250000.50'],
  maxPrice: ['100000000000'],
  bedrooms: ['2'],
  sort: ['price_asc', 'createdAt_desc', 'createdAt_asc', 'name_asc'],
  agentId: ['1', '999999'],
  availability: ['true', 'all'],
  isRead: ['false'],
  role: ['agent', 'all'],
  timeZone: ['Europe/Berlin', 'UTC'],
};

const queryPair: fc.Arbitrary<[string, string]> = fc
  .constantFrom(...Object.keys(QUERY_CHOICES))
  .chain((name) =>
    fc.tuple(
      fc.oneof({ weight: 8, arbitrary: fc.constant(name) }, hostileKey),
      fc.oneof(
        { weight: 2, arbitrary: fc.constantFrom(...(QUERY_CHOICES[name] ?? [''])) },
        {
          weight: 1,
          arbitrary: fc.constantFrom(...(QUERY_CHOICES[name] ?? [''])).chain(corrupted),
        },
        { weight: 2, arbitrary: hostileText },
      ),
    ),
  );

/** Query parameters, some with repeated names. */
const query: fc.Arbitrary<[string, string][]> = fc.oneof(
  fc.constant<[string, string][]>([]),
  { weight: 3, arbitrary: fc.array(queryPair, { maxLength: 4 }) },
  { weight: 1, arbitrary: queryPair.map((pair): [string, string][] => [pair, pair]) },
);

/** Headers that clients can send; raw-requests.test.ts tests malformed HTTP. */
const headers: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 5, arbitrary: fc.constant({}) },
  fc
    .tuple(
      fc.constantFrom(
        'if-none-match',
        'if-modified-since',
        'range',
        'accept',
        'accept-encoding',
        'origin',
        'referer',
        'cookie',
        'x-forwarded-for',
        'x-forwarded-host',
        'x-http-method-override',
        'x-request-id',
        'forwarded',
        'host',
        'expect',
        'upgrade',
        'authorization',
      ),
      fc.constantFrom(
        '*',
        '"',
        'W/"',
        '"a", W/"b", *',
        ',,,,',
        'bytes=0-,-1,5-2',
        'DELETE',
        'null',
        '../../',
        '127.0.0.1, ::1, x',
        'Bearer',
        'Bearer  ',
        'Basic YTpi',
        `Bearer ${'x'.repeat(5_000)}`,
        'Bearer a b',
        'ÿþ',
        'x'.repeat(8_000),
      ),
    )
    .map(([name, value]) => ({ [name]: value })),
);

/** Required query parameters, by endpoint. */
const REQUIRED_QUERIES: Partial<Record<EndpointName, [string, string][]>> = {
  listPlaces: [['term', 'aus']],
  geocode: [['zipCode', '78701']],
};

function queryOf(name: EndpointName): fc.Arbitrary<[string, string][]> {
  const required = REQUIRED_QUERIES[name];
  if (required === undefined) return query;
  return fc.oneof(
    fc.constant(required),
    query,
    query.map((pairs) => required.concat(pairs)),
    hostileText.map((text) => required.map(([key]): [string, string] => [key, text])),
  );
}

/** Returns a valid body, one with fields corrupted, omitted, or added, or something else entirely. */
function jsonBody(name: EndpointName): fc.Arbitrary<string> {
  const valid: fc.Arbitrary<Record<string, unknown>> =
    VALID_JSON_BODIES[name] ?? VALID_BODIES[name] ?? fc.constant({});
  const corruptedBody = valid.chain((body) =>
    fc
      .tuple(
        fc.tuple(...Object.entries(body).map(([key, value]) => fieldOf(key, value))),
        fc.oneof(
          { weight: 3, arbitrary: fc.constant([]) },
          fc.array(fc.tuple(hostileKey, hostileJson), { maxLength: 2 }),
        ),
      )
      // Unlike assignment, this allows a key named __proto__.
      .map(([fields, additions]) =>
        JSON.stringify(Object.fromEntries([...fields.flat(), ...additions])),
      ),
  );
  return fc.oneof(
    { weight: 1, arbitrary: valid.map((body) => JSON.stringify(body)) },
    { weight: 8, arbitrary: corruptedBody },
    { weight: 1, arbitrary: hostileJson.map((value) => JSON.stringify(value) ?? 'null') },
    { weight: 1, arbitrary: brokenJson },
  );
}

/** Returns a field that is valid (mostly), corrupted by a character, replaced, or omitted. */
function fieldOf(key: string, value: unknown): fc.Arbitrary<[string, unknown][]> {
  const field = (other: unknown): [string, unknown][] => [[key, other]];
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(field(value)) },
    {
      weight: 3,
      arbitrary: (typeof value === 'string' ? corrupted(value) : hostileJson).map(field),
    },
    { weight: 2, arbitrary: hostileJson.map(field) },
    { weight: 1, arbitrary: fc.constant<[string, unknown][]>([]) },
  );
}

function bodyOf(name: EndpointName): fc.Arbitrary<FuzzRequest['body']> {
  const { body, files } = endpoints[name] as { body?: unknown; files?: { name: string } };
  const json = fc.record({
    json: jsonBody(name),
    type: fc.oneof({ weight: 9, arbitrary: fc.constant('application/json') }, hostileType),
  });
  const valid = VALID_BODIES[name] ?? fc.constant({});
  const form = fc.record({ form: formPlan(valid, files?.name ?? 'images') });
  if (files !== undefined) return fc.oneof({ weight: 12, arbitrary: form }, json);
  if (body !== undefined) return fc.oneof({ weight: 20, arbitrary: json }, form);
  // The endpoint expects no body.
  return fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, json);
}

const idPlan: fc.Arbitrary<IdPlan> = fc.oneof(
  fc.record({ record: fc.nat(9) }),
  fc.record({ text: fc.constantFrom(...HOSTILE_IDS) }),
);

/**
 * Returns requests to random endpoints.
 *
 * @param names the endpoints to choose from
 */
export function fuzzRequest(names: readonly EndpointName[]): fc.Arbitrary<FuzzRequest> {
  return fc.constantFrom(...names).chain((name) => {
    // Authorized requests cover more code than rejected ones.
    const access = endpoints[name].access;
    const lowestCaller = access === 'public' ? 'visitor' : minRole(access);
    return fc.record({
      name: fc.constant(name),
      caller: fc.oneof(
        { weight: 2, arbitrary: fc.constant<Caller>(lowestCaller) },
        fc.constantFrom(...CALLERS),
      ),
      id: idPlan,
      query: queryOf(name),
      headers,
      body: bodyOf(name),
    });
  });
}
