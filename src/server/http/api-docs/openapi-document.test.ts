/** What tools and generated clients need of the description. */

import { describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Endpoint } from '#shared/endpoints/endpoint.ts';
import { buildOpenApiDocument } from './openapi-document.ts';

type Operation = {
  operationId: string;
  tags: string[];
  security: unknown[];
  parameters?: { name: string; in: string; required: boolean; schema: Record<string, unknown> }[];
  responses: Record<string, { headers?: object; $ref?: string }>;
};
type Document = {
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: object; responses: Record<string, { headers?: object }> };
};

const document = buildOpenApiDocument(endpoints, {
  version: '1.2.3',
  publicUrl: 'https://homes.example.org',
}) as Document;

const MISSING: Operation = { operationId: '', tags: [], security: [], responses: {} };

const table = Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => {
  const path = `/api${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`;
  const operation = document.paths[path]?.[endpoint.method.toLowerCase()];
  return { name, endpoint, operation: operation ?? MISSING };
});

/** Every object in the description. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  if (typeof value !== 'object' || value === null) return [];
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(objectsIn)];
}

describe('the description', () => {
  test('says where the API is, and what its tags are about', () => {
    expect(document.servers[0]?.url).toBe('https://homes.example.org');
    const described = new Set(document.tags.map(({ name }) => name));
    for (const { operation } of table) {
      for (const tag of operation.tags) expect(described).toContain(tag);
    }
    expect(document.tags.every(({ description }) => description.length > 10)).toBe(true);
  });

  test('has no pattern that only some dialects read', () => {
    const patterns = objectsIn(document).flatMap(({ pattern }) =>
      typeof pattern === 'string' ? [pattern] : [],
    );
    expect(patterns.length).toBeGreaterThan(0);
    // Unicode properties, look-behinds and flags are not of ECMA-262 as JSON Schema takes it.
    for (const pattern of patterns) expect(pattern).not.toMatch(/\\[pP]\{|\(\?<|\(\?[ims]|\\u\{/);
  });

  test('refers to nothing that is not there', () => {
    const refs = objectsIn(document).flatMap(({ $ref }) =>
      typeof $ref === 'string' ? [$ref] : [],
    );
    expect(refs).toContain('#/components/schemas/Property');
    for (const ref of refs) {
      const [, ...path] = ref.split('/');
      const found = path.reduce<unknown>(
        (value, key) => (value as Record<string, unknown> | undefined)?.[key],
        document,
      );
      expect({ ref, found: typeof found }).toEqual({ ref, found: 'object' });
    }
  });

  test('lets responses gain fields', () => {
    expect(JSON.stringify(document)).not.toContain('additionalProperties":false');
  });
});

describe.each(table)('$name', ({ name, endpoint, operation }) => {
  test('bears its name, and says who may', () => {
    expect(operation.operationId).toBe(name);
    const optional = endpoint.optionalSignIn === true ? [{}, { bearer: [] }] : [];
    expect(operation.security).toEqual(endpoint.access === 'public' ? optional : [{ bearer: [] }]);
  });

  test('describes every parameter', () => {
    const named = (operation.parameters ?? []).filter((one) => one.in === 'path');
    expect(named).toHaveLength(endpoint.path.split(':').length - 1);
    if (endpoint.query !== undefined) {
      expect(operation.parameters?.some((one) => one.in === 'query')).toBe(true);
    }
  });

  test('describes its headers', () => {
    const success = operation.responses[String(endpoint.status)];
    const headers = Object.keys(success?.headers ?? {});
    expect(headers.includes('X-Total-Count') && headers.includes('Link')).toBe(
      endpoint.paged === true,
    );
    expect(operation.responses['429']?.$ref).toBe('#/components/responses/TooManyRequests');
    for (const busy of ['TooManyRequests', 'Unavailable']) {
      expect(document.components.responses[busy]?.headers).toHaveProperty('Retry-After');
    }
  });
});

test('a query takes numbers as numbers, and `all` where it can be left away', () => {
  const search = document.paths['/api/properties']?.['get'];
  const schemaOf = (name: string) =>
    search?.parameters?.find((one) => one.name === name)?.schema ?? {};
  const all = { type: 'string', const: 'all' };
  expect(schemaOf('limit')).toEqual({
    anyOf: [{ type: 'integer', minimum: 1, maximum: 100 }, all],
    default: 24,
  });
  expect(schemaOf('page')).toMatchObject({ anyOf: [{ type: 'integer', minimum: 1 }, all] });
  expect(schemaOf('minPrice')).toMatchObject({ anyOf: [{ type: 'number', minimum: 0 }, all] });
  expect(schemaOf('status')).toMatchObject({
    type: 'string',
    enum: ['For Sale', 'For Rent', 'all'],
  });
});
