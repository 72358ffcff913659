/** Checks the response schemas of endpoints for visitors and users for contact details and secrets. */

import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints } from '#shared/api-endpoints.ts';
import { minRole } from '#shared/permissions.ts';

const PRIVATE_FIELD = /e-?mail$|phone$|hash$|token$|secret$|password$/i;

/** Contact details that agents publish (docs/product/accounts.md, Responses). */
const AGENT_CONTACT = /(?:^|\.)(?:agent\.(?:email|phone)|attribution\.agentPhone)$/;

/** Endpoints for visitors and users, by the private fields in their responses. Other endpoints must have none. */
const ALLOWED_FIELDS = {
  // The caller's contact details, those in the caller's inquiries and tours, and those of public agents.
  'email, phone': [
    'GET /users/profile',
    'PUT /users/profile',
    'GET /users/agents',
    'GET /users/agents/:id',
    'GET /inquiries/mine',
    'GET /inquiries/:id',
    'POST /inquiries/:id/read',
    'GET /tours/mine',
    'GET /tours/:id',
    'PATCH /tours/:id',
  ],
  // The caller's account and session.
  'email, phone, token': [
    'POST /auth/login',
    'POST /auth/register',
    'POST /auth/passkeys',
    'POST /invitations/accept',
  ],
  // The recipient's address, for requests with the token from the email.
  email: ['GET /invitation', 'GET /alerts/confirm', 'GET /alerts', 'PATCH /alerts'],
  'email, manageToken': ['POST /alerts/confirm'],
  // Contact details of the site and its offices.
  'contact.phone, contact.email': ['GET /site'],
  'phone, email': ['GET /offices', 'GET /offices/:id'],
  // Created for the caller.
  secret: ['POST /users/profile/two-factor'],
  token: [
    'POST /properties/:id/inquiries',
    'POST /properties/:id/tours',
    'POST /shortlists/:id/links',
  ],
};

type JsonSchema = {
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  additionalProperties?: JsonSchema | boolean;
};

/** Yields the paths of private fields; fields of list entries get the path of the list. */
function* findPrivateFields(schema: JsonSchema, prefix = ''): Generator<string> {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (PRIVATE_FIELD.test(name)) yield prefix + name;
    yield* findPrivateFields(field, `${prefix}${name}.`);
  }
  const { items, anyOf = [], allOf = [], oneOf = [], additionalProperties: others } = schema;
  for (const part of [items, others, ...anyOf, ...allOf, ...oneOf])
    if (typeof part === 'object') yield* findPrivateFields(part, prefix);
}

test('responses to visitors and users contain only allowed contact details and secrets', () => {
  const privateFields: Record<string, string[]> = {};
  for (const { method, path, access, response } of Object.values(endpoints)) {
    if (access !== 'public' && minRole(access) !== 'user') continue;
    const schema = z.toJSONSchema(response, {
      io: 'output',
      unrepresentable: 'any',
      reused: 'inline',
    });
    const fields = new Set(
      [...findPrivateFields(schema as JsonSchema)].filter((field) => !AGENT_CONTACT.test(field)),
    );
    if (fields.size > 0) (privateFields[[...fields].join(', ')] ??= []).push(`${method} ${path}`);
  }
  expect(privateFields).toEqual(ALLOWED_FIELDS);
});
