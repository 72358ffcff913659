/** Describes an endpoint's path, query, and header parameters. */

import { z } from 'zod';
import type { Endpoint } from '#shared/endpoints/endpoint.ts';
import { MAX_IDEMPOTENCY_KEY_LENGTH } from '#shared/limits.ts';
import type { JsonSchema, SchemaRegistry } from './json-schemas.ts';

/** Returns an endpoint's parameters as OpenAPI objects. */
export function describeParameters(
  endpoint: Pick<Endpoint, 'params' | 'query' | 'headers' | 'takesIdempotencyKey'>,
  schemas: SchemaRegistry,
): JsonSchema[] {
  const { params, query, headers } = endpoint;
  return [
    ...propertiesOf(params, schemas).map(({ name, input }) => ({
      name,
      in: 'path',
      required: true,
      schema: input,
    })),
    ...propertiesOf(query, schemas).map(describeQueryParameter),
    ...propertiesOf(headers, schemas).map(({ name, input, isRequired }) => ({
      name,
      in: 'header',
      required: isRequired,
      schema: input,
    })),
    ...(endpoint.takesIdempotencyKey === true ? [IDEMPOTENCY_KEY] : []),
  ];
}

const IDEMPOTENCY_KEY: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A unique value that you choose, such as a UUID. For 24 hours, a repeated request with the same key returns the original response and does not create a duplicate.',
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: MAX_IDEMPOTENCY_KEY_LENGTH,
    pattern: '^[ -~]+$',
  },
};

/** Describes a query parameter. Empty values and `all` are treated as absent. */
function describeQueryParameter({ name, input, output, isRequired }: Property): JsonSchema {
  const schema = toParameterSchema(input, output);
  if (isRequired) return { name, in: 'query', required: true, schema };
  return { name, in: 'query', required: false, allowEmptyValue: true, schema: allowAll(schema) };
}

type Property = { name: string; input: JsonSchema; output: JsonSchema; isRequired: boolean };

function propertiesOf(schema: z.ZodType | undefined, schemas: SchemaRegistry): Property[] {
  const queryObject = schema instanceof z.ZodPipe ? schema.in : schema;
  if (!(queryObject instanceof z.ZodObject)) return [];
  const shapes = queryObject.shape as Record<string, z.ZodType>;
  return Object.entries(shapes).map(([name, field]) => ({
    name,
    input: schemas.inline(field, 'input'),
    output: schemas.inline(field, 'output'),
    isRequired: !field.safeParse(undefined).success,
  }));
}

/** Returns the parsed type for numbers and booleans, although query values are sent as text. */
function toParameterSchema(input: JsonSchema, output: JsonSchema): JsonSchema {
  return ['integer', 'number', 'boolean'].includes(String(output['type'])) ? output : input;
}

/** Also allows `all`, which forms send for an unrestricted field. */
function allowAll(schema: JsonSchema): JsonSchema {
  const { type, enum: values, default: defaultValue, description, ...rest } = schema;
  const annotations = {
    ...(description === undefined ? {} : { description }),
    ...(defaultValue === undefined ? {} : { default: defaultValue }),
  };
  if (Array.isArray(values)) return { type, enum: [...values, 'all'], ...rest, ...annotations };
  if (type === 'string' && rest['pattern'] === undefined) return schema;
  return {
    anyOf: [
      { type, ...rest },
      { type: 'string', const: 'all' },
    ],
    ...annotations,
  };
}
