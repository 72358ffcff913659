/** Builds the API's OpenAPI 3.1 document from the endpoint table and its schemas. */

import { type Endpoint, type EndpointFiles, endpointUrl } from '#shared/endpoints/endpoint.ts';
import { errorSchema } from '#shared/schemas/common.ts';
import { describeParameters } from './describe-parameters.ts';
import { createSchemaRegistry, type JsonSchema, type SchemaRegistry } from './json-schemas.ts';

const TAGS: Record<Endpoint['tag'], string> = {
  'Account security': 'Passkeys, second factors, recovery codes, and sessions.',
  Properties: 'Search listings, and manage them as an agent or admin.',
  Users:
    'Public agent profiles, invitations, and account management and agent verification for admins.',
  Offices: 'Offices, their members, invitations, and figures.',
  Accounts: 'Sign-up, sign-in, passwords, and your profile and personal data.',
  Messages: 'Messages sent through the contact form.',
  Inquiries: 'Questions about homes, and the replies to them.',
  'Saved searches': 'Saved searches, and alerts about homes.',
  Notifications: 'Notifications as a list and as a stream.',
  Reports: 'Reports about listings and their resolution by admins.',
  Tours: 'Tour hours, tours, and open houses.',
  'Saved homes': 'Saved homes, and shortlists to share with other people.',
  Statistics: 'Statistics for the dashboards.',
  Site: 'The site’s name, appearance, and text, and the setup checklist.',
  'Audit log': 'The audit log, for admins.',
  'API keys':
    'Credentials for systems that get tokens from `/oauth/token` and read listings from `/reso/odata`.',
  Reviews: 'Listings that need an admin’s approval before they are published.',
  Policies:
    'Policies for agent sign-up, listing review, two-factor authentication, and the area that listing cards show.',
  Imports: 'Background imports of listing files.',
  'Data sources': 'MLS servers that listings are synced from, for admins.',
  Webhooks: 'Event notifications to other systems, for admins.',
  'Background work': 'Waiting, running, and failed background jobs, including emails, for admins.',
  Service: 'Health and public settings of the service.',
};

const DESCRIPTION = `Homes for sale and for rent, the agents who list them, and messages.

Lists are plain arrays. Use \`page\` and \`limit\` to select a page. The \`X-Total-Count\` header contains the total count, and the \`Link\` header contains links to other pages. Query parameters that are empty or \`all\` are treated as absent, and unknown parameters are ignored. All errors have the same format: a human-readable message and a stable code.`;

/** Document properties that the endpoint table does not contain. */
export type OpenApiOptions = {
  version: string;
  /** The base URL of the API, without a trailing slash. */
  publicUrl: string;
};

/** @param endpoints by name; the name becomes the operationId */
export function buildOpenApiDocument(
  endpoints: Readonly<Record<string, Endpoint>>,
  { version, publicUrl }: OpenApiOptions,
): JsonSchema {
  const schemas = createSchemaRegistry();
  const paths: Record<string, JsonSchema> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = endpointUrl(endpoint).replaceAll(/:(\w+)/g, '{$1}');
    const operation = describeOperation(name, endpoint, schemas);
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = operation;
  }
  const usedTags = new Set(Object.values(endpoints).map(({ tag }) => tag));
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
      .filter(([tag]) => usedTags.has(tag as Endpoint['tag']))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: schemas.components,
      responses: {
        Failure: response('The request failed. See `code` for the reason.', errorContent(schemas)),
        TooManyRequests: response('Too many requests.', errorContent(schemas), {
          'Retry-After': RETRY_AFTER,
        }),
        Unavailable: response(
          'The service is temporarily unavailable, for example because it is busy.',
          errorContent(schemas),
          {
            'Retry-After': RETRY_AFTER,
          },
        ),
      },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The `token` returned when you sign in.',
        },
      },
    },
  };
}

function describeOperation(name: string, endpoint: Endpoint, schemas: SchemaRegistry): JsonSchema {
  const { tag, summary, description, body } = endpoint;
  const parameters = describeParameters(endpoint, schemas);
  return {
    tags: [tag],
    operationId: name,
    summary,
    description: description ?? `${summary}.`,
    security: securityRequirementsOf(endpoint),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined && endpoint.files === undefined
      ? {}
      : { requestBody: describeBody(name, endpoint, schemas) }),
    responses: {
      [String(endpoint.status)]: describeSuccess(name, endpoint, schemas),
      ...Object.fromEntries(
        errorResponsesOf(endpoint).map(([status, text]) => [
          status,
          response(text, errorContent(schemas)),
        ]),
      ),
      '429': { $ref: '#/components/responses/TooManyRequests' },
      '4XX': { $ref: '#/components/responses/Failure' },
      '503': { $ref: '#/components/responses/Unavailable' },
      '5XX': { $ref: '#/components/responses/Failure' },
    },
  };
}

/** Returns the security requirements. An additional empty requirement makes sign-in optional. */
function securityRequirementsOf({ access, optionalSignIn }: Endpoint): JsonSchema[] {
  if (access !== 'public') return [{ bearer: [] }];
  return optionalSignIn === true ? [{}, { bearer: [] }] : [];
}

/** Returns the error responses that the endpoint table implies. */
function errorResponsesOf(endpoint: Endpoint): [string, string][] {
  const { access, params, query, body, files } = endpoint;
  return [
    ...(query === undefined && body === undefined
      ? []
      : [
          ['400', 'The request is invalid. See `errors` for the invalid fields.'] as [
            string,
            string,
          ],
        ]),
    ...(access === 'public'
      ? []
      : [
          ['401', 'Not signed in.'] as [string, string],
          ['403', 'You do not have permission.'] as [string, string],
        ]),
    ...(params === undefined ? [] : [['404', 'Not found.'] as [string, string]]),
    ...(files === undefined
      ? []
      : [
          ['413', 'A file or field is too large, or there are too many of them.'] as [
            string,
            string,
          ],
          ['415', 'A file has an unsupported format.'] as [string, string],
        ]),
    ...(endpoint.takesIdempotencyKey === true
      ? [
          ['422', 'The `Idempotency-Key` was already used for a different request.'] as [
            string,
            string,
          ],
        ]
      : []),
  ];
}

/** Describes a request body; a form's files are added to its text fields. */
function describeBody(
  name: string,
  { body, files }: Endpoint,
  schemas: SchemaRegistry,
): JsonSchema {
  if (files === undefined || body === undefined) {
    const schema = body && schemas.named(body, 'input', `${capitalize(name)}Body`);
    // A missing body counts as an empty object.
    const required = body?.safeParse({}).success !== true;
    return { required, content: { 'application/json': { schema } } };
  }
  const { properties, ...form } = schemas.inline(body, 'input');
  const formName = `${capitalize(name)}Form`;
  schemas.components[formName] = {
    ...form,
    properties: { ...(properties as object), ...fileProperties(files) },
  };
  const schema = { $ref: `#/components/schemas/${formName}` };
  const asJson = (json: NonNullable<EndpointFiles['jsonAlternative']>) => ({
    'application/json': { schema: schemas.named(json, 'input', `${capitalize(name)}Body`) },
  });
  return {
    required: true,
    content: {
      'multipart/form-data': { schema },
      ...(files.jsonAlternative === undefined ? {} : asJson(files.jsonAlternative)),
    },
  };
}

function fileProperties({ name, additionalNames, max }: EndpointFiles): JsonSchema {
  const file = { type: 'string', format: 'binary' };
  const isSingleFile = max === 1 || additionalNames !== undefined;
  const property = isSingleFile ? file : { type: 'array', items: file, maxItems: max };
  return {
    [name]: property,
    ...Object.fromEntries((additionalNames ?? []).map((other) => [other, file])),
  };
}

function describeSuccess(name: string, endpoint: Endpoint, schemas: SchemaRegistry): JsonSchema {
  const { status, response: schema, contentType = 'application/json' } = endpoint;
  if (status === 204) return response('Success.', {});
  const content = {
    [contentType]: { schema: schemas.named(schema, 'output', `${capitalize(name)}Response`) },
  };
  const isCacheable = endpoint.access === 'public' && endpoint.method === 'GET';
  return response(
    status === 202 ? 'Accepted. Any remaining work runs in the background.' : 'Success.',
    content,
    {
      ...(endpoint.paged === true ? PAGE_HEADERS : {}),
      ...(endpoint.countsUnread === true ? UNREAD_HEADERS : {}),
      ...(endpoint.countsPending === true ? PENDING_HEADERS : {}),
      ...(name === 'listProperties' ? SEARCH_HEADERS : {}),
      ...(isCacheable && endpoint.personal !== true
        ? { ETag: header('string', 'The version to send as `If-None-Match`.') }
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
  'X-Total-Count': header('integer', 'The total number of entries across all pages.'),
  Link: header('string', 'Links to the first, previous, next, and last pages (RFC 8288).'),
};

const UNREAD_HEADERS = {
  'X-Unread-Count': header(
    'integer',
    'The total number of unread entries, regardless of the filters.',
  ),
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
    'The corrected search term, percent-encoded, if nothing matched the original one.',
  ),
};

const errorContent = (schemas: SchemaRegistry) => ({
  'application/json': { schema: schemas.named(errorSchema, 'output', 'Error') },
});

const capitalize = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
