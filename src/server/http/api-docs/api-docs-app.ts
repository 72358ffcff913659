/** A separate Fastify app that serves the API description and its page; it never listens. */

import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyInstance } from 'fastify';
import { endpoints } from '#shared/api-endpoints.ts';
import { notFound } from '../../errors/app-error.ts';
import { installErrorHandler, sendError } from '../error-responses/error-handler.ts';
import { buildOpenApiDocument, type OpenApiOptions } from './openapi-document.ts';

/**
 * Allows inline styles because the page sets style attributes. Unlike the library's default policy,
 * this policy does not force HTTPS and allows no other origins.
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

/** Builds the app, which serves `/api/openapi.json` and everything under `/api/docs`. */
export async function buildDocsApp(options: OpenApiOptions): Promise<FastifyInstance> {
  const app = Fastify({ logger: false, routerOptions: { ignoreTrailingSlash: true } });
  installErrorHandler(app);
  app.setNotFoundHandler((_request, reply) => sendError(reply, notFound()));
  const document = buildOpenApiDocument(endpoints, options);
  await app.register(swagger, {
    mode: 'static',
    // The plugin's type covers only OpenAPI 3.0, but it passes the document through unchanged.
    specification: { document: document as never },
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: PAGE_POLICY,
    theme: { title: 'Doorstep API' },
    uiConfig: { docExpansion: 'list', deepLinking: false },
  });
  // Serialized once because doing so for each request would allocate 400 kB.
  const text = JSON.stringify(document);
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(text),
  );
  await app.ready();
  return app;
}
