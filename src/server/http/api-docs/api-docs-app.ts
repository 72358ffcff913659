/** An app of its own that describes the routes of another; it never listens. */

import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify';
import { jsonSchemaTransform, validatorCompiler } from 'fastify-type-provider-zod';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Endpoint } from '#shared/endpoints/endpoint.ts';
import { notFound } from '../../errors/app-error.ts';
import { installErrorHandler, sendError } from '../error-answers/error-handler.ts';

/**
 * The page sets style attributes. Unlike the library's own, this policy asks no browser to take https where the site
 * has none, and lets nobody else in.
 */
const PAGE_POLICY = [
  `default-src 'self'`,
  `style-src 'self' 'unsafe-inline'`,
  `img-src 'self' data:`,
  `object-src 'none'`,
  `base-uri 'self'`,
  `form-action 'self'`,
  `frame-ancestors 'none'`,
].join('; ');

/** What the description tells of a route. */
export type DescribedRoute = Pick<RouteOptions, 'method' | 'url' | 'schema'>;

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
    transform: (input) => withFiles(jsonSchemaTransform(input), input.route.method),
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: PAGE_POLICY,
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

type Described = ReturnType<typeof jsonSchemaTransform>;

/** Files come beside the texts that the schema of a form holds; each call's are in the endpoint table. */
function withFiles({ url, schema }: Described, calledBy: string | string[]): Described {
  const { body } = schema as { body?: { properties?: object } };
  const entry = Object.values<Endpoint>(endpoints).find(
    ({ method, path }) => method === calledBy && `/api${path}` === url,
  );
  if (entry?.files === undefined || body === undefined) return { url, schema };
  const file = { type: 'string', format: 'binary' };
  const { name, alsoNamed, most } = entry.files;
  const isOne = most === 1 || alsoNamed !== undefined;
  const property = isOne ? file : { type: 'array', items: file, maxItems: most };
  const others = Object.fromEntries((alsoNamed ?? []).map((other) => [other, file]));
  const properties = { ...body.properties, [name]: property, ...others };
  return { url, schema: { ...schema, body: { ...body, properties } } };
}

function sendNothing(): never {
  throw notFound();
}
