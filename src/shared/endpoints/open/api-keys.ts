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
    summary: 'List API keys',
    description: 'Returns API keys, newest first.',
    access: 'api-key:manage',
    status: 200,
    response: z.array(apiKeySchema),
  },
  createApiKey: {
    method: 'POST',
    path: '/api-keys',
    tag: 'API keys',
    summary: 'Create an API key',
    description: 'The secret is returned only in this response.',
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
    summary: 'Delete an API key',
    description: 'The key and its tokens stop working immediately.',
    access: 'api-key:manage',
    audit: 'api_key.deleted',
    params: idParamsSchema,
    status: 204,
    response: emptySchema,
  },
} as const satisfies Record<string, Endpoint>;
