/** The OpenAPI description of the API, made from the endpoint table's schemas, and the page that shows it. */

import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** Must be registered before the routes that it describes. */
export async function installApiDocs(
  app: FastifyInstance,
  options: { version: string },
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Doorstep',
        version: options.version,
        description:
          'Homes for sale and for rent, the agents who list them, and messages. ' +
          'Lists are plain arrays; `X-Total-Count` has the whole count and `Link` the neighbouring pages.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    theme: { title: 'Doorstep API' },
    uiConfig: { docExpansion: 'list', deepLinking: false },
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}
