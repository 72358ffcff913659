/** API keys for other systems (docs/product/api-keys.md). */

import { z } from 'zod';
import { emptySchema, idParamsSchema } from '../../schemas/common.ts';
import { apiKeyFormSchema, apiKeySchema, createdApiKeySchema } from '../../schemas/open/api-key.ts';
import type { Endpoint } from '../endpoint.ts';

export const apiKeyEndpoints = {
  listApiKeys: {
    method: 'GET',
    path: '/api-keys',
    tag: 'API keys',
    summary: 'The API keys, newest first',
    access: 'api-key:manage',
    status: 200,
    response: z.array(apiKeySchema),
  },
  createApiKey: {
    method: 'POST',
    path: '/api-keys',
    tag: 'API keys',
    summary: 'Create a key; only this response contains its secret',
    access: 'api-key:manage',
    takesIdempotencyKey: true,
    audit: 'api_key.created',
    body: apiKeyFormSchema,
    status: 201,
    response: createdApiKeySchema,
  },
  deleteApiKey: {
    method: 'DELETE',
    path: '/api-keys/:id',
    tag: 'API keys',
    summary: 'Delete a key; it and its tokens stop working immediately',
    access: 'api-key:manage',
    audit: 'api_key.deleted',
    params: idParamsSchema,
    status: 204,
    response: emptySchema,
  },
} as const satisfies Record<string, Endpoint>;
