/** The OpenAPI 3.1 description of the API, generated entirely from the endpoint table. */

import { type Endpoint, type EndpointFiles, endpointUrl } from '#shared/endpoints/endpoint.ts';
import { errorSchema } from '#shared/schemas/common.ts';
import { describeParameters } from './describe-parameters.ts';
import { createSchemaBook, type JsonSchema, type SchemaBook } from './json-schemas.ts';

const TAGS: Record<Endpoint['tag'], string> = {
  'Account security': 'Second factors, passkeys, and sessions.',
  Properties: 'Listings: the public search, and their management by agents and admins.',
  Users: 'Public agents, and accounts for admins.',
  Offices: 'Offices, their members, and what managers see of them.',
  Accounts: 'Signing up, in, and out; passwords; and the caller’s profile.',
  Messages: 'Messages from the contact form, and the admins’ inbox.',
  Inquiries: 'Questions about homes, and their answers.',
  'Saved searches': 'Saved searches, and the alerts about their new homes',
  Notifications: 'Notifications as a list and as a stream.',
  Reports: 'Reports about listings, and admins’ decisions.',
  Tours: 'Agents’ hours, tours, and open houses.',
  'Saved homes': 'Saved homes, and shortlists shared by several people.',
  Statistics: 'Statistics for the dashboards.',
  Site: 'The site’s name, look, and texts.',
  'Audit log': 'The audit log, for admins.',
  'API keys': 'Keys for other systems that read listings (`/oauth/token`, `/reso/odata`).',
  Reviews: 'Listings that an admin must approve before they go live.',
  Policies: 'Who may sign up as an agent, publish, and sign in without a second factor.',
  Imports: 'Listing files, imported in the background.',
  'Data sources': 'Servers of an MLS that listings are synced from, for admins.',
  Webhooks: 'Messages to other systems about events on the site, for admins.',
  'Background work': 'Emails and other background jobs: waiting, running, or failed; for admins.',
  Service: 'Health and public settings of the service.',
};

const DESCRIPTION = `Homes for sale and for rent, the agents who list them, and messages.

Lists are plain arrays: \`page\` and \`limit\` choose the part, \`X-Total-Count\` has the whole count and \`Link\` the neighboring pages. In a query, empty values and \`all\` count as absent, and unknown keys are ignored. Every error has the same form, with a sentence for people and a stable code.`;

/** Options beyond the endpoint table. */
export type OpenApiOptions = {
  version: string;
  /** The base URL of the API, without a trailing slash. */
  publicUrl: string;
};

/** @param endpoints by the name of the endpoint, which becomes its operationId */
export function buildOpenApiDocument(
  endpoints: Readonly<Record<string, Endpoint>>,
  { version, publicUrl }: OpenApiOptions,
): JsonSchema {
  const schemas = createSchemaBook();
  const paths: Record<string, JsonSchema> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = endpointUrl(endpoint).replaceAll(/:(\w+)/g, '{$1}');
    const operation = describeOperation(name, endpoint, schemas);
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = operation;
  }
  const used = new Set(Object.values(endpoints).map(({ tag }) => tag));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Doorstep',
      version,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl, description: 'This site' }],
    tags: Object.entries(TAGS)
      .filter(([tag]) => used.has(tag as Endpoint['tag']))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: schemas.components,
      responses: {
        Refused: response('Refused: see `code`.', errorContent(schemas)),
        TooManyRequests: response('Too often.', errorContent(schemas), {
          'Retry-After': RETRY_AFTER,
        }),
        Unavailable: response(
          'The service is busy, or its database is down.',
          errorContent(schemas),
          {
            'Retry-After': RETRY_AFTER,
          },
        ),
      },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The `token` of a sign-in.' },
      },
    },
  };
}

function describeOperation(name: string, endpoint: Endpoint, schemas: SchemaBook): JsonSchema {
  const { tag, summary, body } = endpoint;
  const parameters = describeParameters(endpoint, schemas);
  return {
    tags: [tag],
    operationId: name,
    summary,
    description: `${summary}.`,
    security: securityOf(endpoint),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined && endpoint.files === undefined
      ? {}
      : { requestBody: describeBody(name, endpoint, schemas) }),
    responses: {
      [String(endpoint.status)]: describeSuccess(name, endpoint, schemas),
      ...Object.fromEntries(
        refusalsOf(endpoint).map(([status, text]) => [
          status,
          response(text, errorContent(schemas)),
        ]),
      ),
      '429': { $ref: '#/components/responses/TooManyRequests' },
      '4XX': { $ref: '#/components/responses/Refused' },
      '503': { $ref: '#/components/responses/Unavailable' },
      '5XX': { $ref: '#/components/responses/Refused' },
    },
  };
}

/** Returns the security requirements; an empty one next to another makes sign-in optional. */
function securityOf({ access, optionalSignIn }: Endpoint): JsonSchema[] {
  if (access !== 'public') return [{ bearer: [] }];
  return optionalSignIn === true ? [{}, { bearer: [] }] : [];
}

/** Returns the error responses that follow from the table. */
function refusalsOf(endpoint: Endpoint): [string, string][] {
  const { access, params, query, body, files } = endpoint;
  return [
    ...(query === undefined && body === undefined
      ? []
      : [['400', 'The request is invalid: see `errors`.'] as [string, string]]),
    ...(access === 'public'
      ? []
      : [
          ['401', 'Not signed in.'] as [string, string],
          ['403', 'Signed in, but not allowed.'] as [string, string],
        ]),
    ...(params === undefined ? [] : [['404', 'Not found.'] as [string, string]]),
    ...(files === undefined
      ? []
      : [
          ['413', 'A file is too large, or there are too many.'] as [string, string],
          ['415', 'A file is not a supported picture.'] as [string, string],
        ]),
    ...(endpoint.takesIdempotencyKey === true
      ? [['422', 'The `Idempotency-Key` belongs to another request.'] as [string, string]]
      : []),
  ];
}

/** Describes a request body; the files of a form are added to its text fields. */
function describeBody(name: string, { body, files }: Endpoint, schemas: SchemaBook): JsonSchema {
  if (files === undefined || body === undefined) {
    const schema = body && schemas.named(body, 'input', `${capitalized(name)}Body`);
    // A missing body counts as an empty one.
    const required = body?.safeParse({}).success !== true;
    return { required, content: { 'application/json': { schema } } };
  }
  const { properties, ...form } = schemas.inline(body, 'input');
  const formName = `${capitalized(name)}Form`;
  schemas.components[formName] = {
    ...form,
    properties: { ...(properties as object), ...fileProperties(files) },
  };
  const schema = { $ref: `#/components/schemas/${formName}` };
  const asJson = (json: NonNullable<EndpointFiles['alsoAsJson']>) => ({
    'application/json': { schema: schemas.named(json, 'input', `${capitalized(name)}Body`) },
  });
  return {
    required: true,
    content: {
      'multipart/form-data': { schema },
      ...(files.alsoAsJson === undefined ? {} : asJson(files.alsoAsJson)),
    },
  };
}

function fileProperties({ name, alsoNamed, max }: EndpointFiles): JsonSchema {
  const file = { type: 'string', format: 'binary' };
  const isOne = max === 1 || alsoNamed !== undefined;
  const property = isOne ? file : { type: 'array', items: file, maxItems: max };
  return {
    [name]: property,
    ...Object.fromEntries((alsoNamed ?? []).map((other) => [other, file])),
  };
}

function describeSuccess(name: string, endpoint: Endpoint, schemas: SchemaBook): JsonSchema {
  const { status, response: schema, contentType = 'application/json' } = endpoint;
  if (status === 204) return response('Done.', {});
  const content = {
    [contentType]: { schema: schemas.named(schema, 'output', `${capitalized(name)}Response`) },
  };
  const isCacheable = endpoint.access === 'public' && endpoint.method === 'GET';
  return response(
    status === 202 ? 'Accepted; the work runs in the background.' : 'Done.',
    content,
    {
      ...(endpoint.paged === true ? PAGE_HEADERS : {}),
      ...(endpoint.countsUnread === true ? UNREAD_HEADERS : {}),
      ...(endpoint.countsPending === true ? PENDING_HEADERS : {}),
      ...(name === 'listProperties' ? SEARCH_HEADERS : {}),
      ...(isCacheable && endpoint.personal !== true
        ? { ETag: header('string', 'The version, for `If-None-Match`.') }
        : {}),
    },
  );
}

function response(description: string, content: JsonSchema, headers: JsonSchema = {}): JsonSchema {
  return {
    description,
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(Object.keys(content).length === 0 ? {} : { content }),
  };
}

const header = (type: string, description: string) => ({ description, schema: { type } });

const RETRY_AFTER = header('integer', 'Seconds to wait before retrying.');

const PAGE_HEADERS = {
  'X-Total-Count': header('integer', 'The total number of entries on all pages.'),
  Link: header('string', 'The neighboring pages (RFC 8288): first, prev, next, last.'),
};

const UNREAD_HEADERS = {
  'X-Unread-Count': header('integer', 'The number of unread entries on all pages.'),
};

const PENDING_HEADERS = {
  'X-Pending-Count': header(
    'integer',
    'The number of entries awaiting a decision, regardless of the filters.',
  ),
};

const SEARCH_HEADERS = {
  'X-Searched-For': header(
    'string',
    'The words used instead, percent-encoded, if nothing matched the searched ones.',
  ),
};

const errorContent = (schemas: SchemaBook) => ({
  'application/json': { schema: schemas.named(errorSchema, 'output', 'Error') },
});

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
