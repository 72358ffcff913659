/** Checks what tools and client generators require of the document. */

import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints } from '#shared/api-endpoints.ts';
import { type Endpoint, endpointUrl } from '#shared/endpoints/endpoint.ts';
import { buildOpenApiDocument } from './openapi-document.ts';

type Operation = {
  operationId: string;
  tags: string[];
  security: unknown[];
  parameters?: { name: string; in: string; required: boolean; schema: Record<string, unknown> }[];
  requestBody?: { required: boolean; content: Record<string, { schema: { $ref: string } }> };
  responses: Record<string, { headers?: object; $ref?: string }>;
};
type Document = {
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, { properties: Record<string, object>; required?: string[] }>;
    responses: Record<string, { headers?: object }>;
  };
};

const document = buildOpenApiDocument(endpoints, {
  version: '1.2.3',
  publicUrl: 'https://homes.example.org',
}) as Document;

const MISSING_OPERATION: Operation = { operationId: '', tags: [], security: [], responses: {} };

const operations = Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => {
  const path = endpointUrl(endpoint).replaceAll(/:(\w+)/g, '{$1}');
  const operation = document.paths[path]?.[endpoint.method.toLowerCase()];
  return { name, endpoint, operation: operation ?? MISSING_OPERATION };
});

/** Returns every object in a value, including nested ones. */
function findObjects(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(findObjects);
  if (typeof value !== 'object' || value === null) return [];
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(findObjects)];
}

describe('the OpenAPI document', () => {
  test('has the API’s URL and describes its tags', () => {
    expect(document.servers[0]?.url).toBe('https://homes.example.org');
    const describedTags = new Set(document.tags.map(({ name }) => name));
    for (const { operation } of operations) {
      for (const tag of operation.tags) expect(describedTags).toContain(tag);
    }
    expect(document.tags.every(({ description }) => description.length > 10)).toBe(true);
  });

  test('has only patterns that all regex dialects support', () => {
    const patterns = findObjects(document).flatMap(({ pattern }) =>
      typeof pattern === 'string' ? [pattern] : [],
    );
    expect(patterns.length).toBeGreaterThan(0);
    // JSON Schema's subset of ECMA-262 has no Unicode properties, look-behinds, or flags.
    for (const pattern of patterns) expect(pattern).not.toMatch(/\\[pP]\{|\(\?<|\(\?[ims]|\\u\{/);
  });

  test('has no dangling references', () => {
    const refs = findObjects(document).flatMap(({ $ref }) =>
      typeof $ref === 'string' ? [$ref] : [],
    );
    expect(refs).toContain('#/components/schemas/Property');
    for (const ref of refs) {
      const [, ...path] = ref.split('/');
      const target = path.reduce<unknown>(
        (value, key) => (value as Record<string, unknown> | undefined)?.[key],
        document,
      );
      expect({ ref, found: typeof target }).toEqual({ ref, found: 'object' });
    }
  });

  test('allows responses to gain fields', () => {
    expect(JSON.stringify(document)).not.toContain('additionalProperties":false');
  });

  test('describes the items of every list', () => {
    const lists = findObjects(document).filter(({ type }) => type === 'array');
    expect(lists.length).toBeGreaterThan(20);
    for (const { items } of lists) expect(items).toBeTypeOf('object');
    expect(lists).toContainEqual({
      type: 'array',
      items: { type: 'number' },
      minItems: 4,
      maxItems: 4,
    });
  });

  test('describes the properties of every object', () => {
    const objects = findObjects(document).filter(({ type }) => type === 'object');
    expect(objects.length).toBeGreaterThan(50);
    for (const object of objects)
      expect('properties' in object || 'additionalProperties' in object).toBe(true);
    const search = document.components.schemas['CreateSavedSearchBody']?.properties['search'];
    expect(JSON.stringify(search)).toContain('"additionalProperties":{"anyOf":[{"type":"string"}');
  });
});

describe.each(operations)('$name', ({ name, endpoint, operation }) => {
  test('has its operationId and its security requirements', () => {
    expect(operation.operationId).toBe(name);
    const optionalSecurity = endpoint.optionalSignIn === true ? [{}, { bearer: [] }] : [];
    expect(operation.security).toEqual(
      endpoint.access === 'public' ? optionalSecurity : [{ bearer: [] }],
    );
  });

  test('requires a body unless an empty body is valid', () => {
    const { body, files } = endpoint;
    if (body === undefined) return expect(operation.requestBody).toBeUndefined();
    const needsBody = files !== undefined || !body.safeParse({}).success;
    return expect(operation.requestBody?.required).toBe(needsBody);
  });

  test('describes numeric query parameters as numbers', () => {
    const query = endpoint.query instanceof z.ZodPipe ? endpoint.query.in : endpoint.query;
    const fields = query instanceof z.ZodObject ? (query.shape as Record<string, z.ZodType>) : {};
    expect(Object.keys(fields).length > 0).toBe(query !== undefined);
    const numericFields = Object.entries(fields).filter(([, field]) =>
      ['2', '2000', '0.5'].some((text) => typeof field.safeParse(text).data === 'number'),
    );
    for (const [name] of numericFields) {
      const schema = operation.parameters?.find((parameter) => parameter.name === name)?.schema;
      const types = new Set(findObjects(schema).map(({ type }) => type));
      expect({ name, isNumber: types.has('number') || types.has('integer') }).toEqual({
        name,
        isNumber: true,
      });
    }
  });

  test('describes each form field', () => {
    const ref = operation.requestBody?.content['multipart/form-data']?.schema.$ref ?? '';
    const form = document.components.schemas[ref.split('/').at(-1) ?? ''];
    const shape = endpoint.body instanceof z.ZodObject ? endpoint.body.shape : {};
    for (const [name, property] of Object.entries(form?.properties ?? {})) {
      const { type, default: _default, ...details } = property as Record<string, unknown>;
      expect({ name, type, isBare: Object.keys(details).length === 0 }).toMatchObject({
        isBare: false,
      });
      const choices = (details['enum'] ?? []) as unknown[];
      const field = (shape as Record<string, z.ZodType>)[name];
      for (const choice of choices) expect(field?.safeParse(choice).success).toBe(true);
    }
  });

  test('describes its path and query parameters', () => {
    const pathParameters = (operation.parameters ?? []).filter(
      (parameter) => parameter.in === 'path',
    );
    expect(pathParameters).toHaveLength(endpoint.path.split(':').length - 1);
    if (endpoint.query !== undefined) {
      expect(operation.parameters?.some((parameter) => parameter.in === 'query')).toBe(true);
    }
  });

  test('describes its response headers', () => {
    const success = operation.responses[String(endpoint.status)];
    const headers = Object.keys(success?.headers ?? {});
    expect(headers.includes('X-Total-Count') && headers.includes('Link')).toBe(
      endpoint.paged === true,
    );
    expect(headers.includes('X-Unread-Count')).toBe(endpoint.countsUnread === true);
    expect(headers.includes('X-Pending-Count')).toBe(endpoint.countsPending === true);
    expect(operation.responses['429']?.$ref).toBe('#/components/responses/TooManyRequests');
    for (const name of ['TooManyRequests', 'Unavailable']) {
      expect(document.components.responses[name]?.headers).toHaveProperty('Retry-After');
    }
  });
});

const findOperation = (name: string) => operations.find((entry) => entry.name === name)?.operation;

test('describes optional bodies, request headers, and unread counts', () => {
  expect(findOperation('saveFavorite')?.requestBody?.required).toBe(false);
  expect(findOperation('login')?.requestBody?.required).toBe(true);
  expect(findOperation('streamEvents')?.parameters).toMatchObject([
    { name: 'Last-Event-ID', in: 'header', required: false, schema: { type: 'string' } },
  ]);
  for (const name of ['listInquiries', 'listNotifications'])
    expect(findOperation(name)?.responses['200']?.headers).toHaveProperty('X-Unread-Count');
});

test('describes the format of a settings file, each picture field by name, and the values of pets', () => {
  const { ImportSiteBody, ChangeSiteForm, CreatePropertyForm } = document.components.schemas;
  expect(ImportSiteBody?.required).toEqual(['format', 'version', 'site', 'pictures']);
  expect(ImportSiteBody?.properties['format']).toMatchObject({ const: 'doorstep-site' });
  const names = Object.keys(ChangeSiteForm?.properties ?? {});
  expect(names).toHaveLength(3 + 12 + 24);
  expect(names).toEqual(
    expect.arrayContaining(['site', 'logo', 'heroImage', 'testimonial:11', 'team:23']),
  );
  expect(CreatePropertyForm?.properties['pets']).toMatchObject({
    enum: ['', 'none', 'cats', 'dogs', 'cats_and_dogs'],
  });
});

test('describes query numbers as numbers and allows `all` for optional parameters', () => {
  const search = document.paths['/api/properties']?.['get'];
  const schemaOf = (name: string) =>
    search?.parameters?.find((parameter) => parameter.name === name)?.schema ?? {};
  const all = { type: 'string', const: 'all' };
  expect(schemaOf('limit')).toEqual({
    anyOf: [{ type: 'integer', minimum: 1, maximum: 100 }, all],
    default: 24,
  });
  expect(schemaOf('page')).toMatchObject({ anyOf: [{ type: 'integer', minimum: 1 }, all] });
  expect(schemaOf('minPrice')).toMatchObject({ anyOf: [{ type: 'number', minimum: 0 }, all] });
  for (const name of ['maxMonthly', 'downPayment', 'rate', 'termYears']) {
    const type = name === 'termYears' ? 'integer' : 'number';
    expect(schemaOf(name)).toMatchObject({ anyOf: [{ type }, all] });
  }
  expect(schemaOf('status')).toMatchObject({
    type: 'string',
    enum: ['For Sale', 'For Rent', 'all'],
  });
});

test('only endpoints marked in the table accept an Idempotency-Key and can return 422', () => {
  for (const { endpoint, operation } of operations) {
    const names = operation.parameters?.map(({ name }) => name) ?? [];
    expect(names.includes('Idempotency-Key')).toBe(endpoint.takesIdempotencyKey === true);
    expect('422' in operation.responses).toBe(endpoint.takesIdempotencyKey === true);
  }
});
