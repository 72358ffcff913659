/** An app of its own that describes the routes of another; it never listens. */

import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyInstance } from 'fastify';
import { jsonSchemaTransform, validatorCompiler } from 'fastify-type-provider-zod';
import type { DescribedRoute } from './api-docs.ts';
import { notFound } from '../errors.ts';
import { installErrorHandler, sendError } from './error-handler.ts';

/** Answers `/api/openapi.json` and everything from `/api/docs`. */
export async function buildDocsApp(
  routes: readonly DescribedRoute[],
  options: { version: string },
): Promise<FastifyInstance> {
  const app = Fastify({ logger: false, routerOptions: { ignoreTrailingSlash: true } });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
  installErrorHandler(app);
  app.setNotFoundHandler((_request, reply) => sendError(reply, notFound()));
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
  for (const route of routes) {
    // Nobody gets this far: the other app asks for the addresses of the description alone.
    app.route({ ...route, handler: async () => sendNothing() });
  }
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  await app.ready();
  return app;
}

function sendNothing(): never {
  throw notFound();
}
