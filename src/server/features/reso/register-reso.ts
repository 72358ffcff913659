/** The RESO Web API at `/reso/odata`, for clients with an API key (docs/product/reso.md). */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../database/database.ts';
import { logFailure, toAppError } from '../../http/error-responses/error-handler.ts';
import type { WorkQueues } from '../../http/limits/request-work.ts';
import type { ApiKeyService } from '../api-keys/api-key-service.ts';
import { ODataError } from './odata/odata-error.ts';
import { createResoService } from './reso-service.ts';

const ROOT = '/reso/odata';
const DEFAULT_PAGE_SIZE = 100;
const MAX_PAGE_SIZE = 1_000;
/** Large enough for the longest filter: URL encoding can turn one character into nine. */
export const MAX_ODATA_QUERY_LENGTH = 80_000;
const JSON_TYPE = 'application/json;odata.metadata=minimal;charset=utf-8';

export function registerReso(
  app: FastifyInstance,
  options: {
    db: Database;
    readDb: Database;
    publicUrl: () => string;
    apiKeys: Pick<ApiKeyService, 'use'>;
    queues: Pick<WorkQueues, 'signIn' | 'publicData'>;
  },
): void {
  const { apiKeys, queues } = options;
  const service = createResoService(options);
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume();
      done(null, undefined);
    });
    scope.setErrorHandler(sendODataError);
    for (const url of [ROOT, `${ROOT}/*`]) {
      const route = { config: { maxQueryLength: MAX_ODATA_QUERY_LENGTH } };
      scope.all(url, route, async (request, reply) => {
        reply.header('OData-Version', versionFor(request));
        reply.header('Cache-Control', 'no-store');
        const key = await queues.signIn(request, async () => apiKeys.use(bearerOf(request)));
        if (key === null) throw new ODataError(401, 'A valid key or token is required.');
        if (!key.scopes.includes('reso:read')) {
          throw new ODataError(403, 'The key lacks the scope reso:read.');
        }
        if (request.method !== 'GET' && request.method !== 'HEAD') {
          throw new ODataError(405, 'This service is read-only.');
        }
        const [path, query] = splitUrl(request.url);
        const preferred = /(?:odata\.)?maxpagesize=(\d{1,9})/i.exec(
          String(request.headers['prefer'] ?? ''),
        );
        const requestedSize = Number(preferred?.[1] ?? DEFAULT_PAGE_SIZE);
        const pageSize = Math.min(MAX_PAGE_SIZE, Math.max(1, requestedSize));
        if (preferred !== null) {
          reply.header('Preference-Applied', `odata.maxpagesize=${pageSize}`);
        }
        const response = await queues.publicData(request, async () =>
          service.read(path, query, pageSize),
        );
        if ('xml' in response) return reply.type('application/xml').send(response.xml);
        if ('text' in response) return reply.type('text/plain').send(response.text);
        return reply.type(JSON_TYPE).send(response.json);
      });
    }
  });
}

/** Returns the decoded path below the service root, and the raw query. */
function splitUrl(url: string): [string, string] {
  const queryStart = url.indexOf('?');
  const path = queryStart < 0 ? url : url.slice(0, queryStart);
  const subpath = path.slice(ROOT.length).replace(/^\/|\/$/g, '');
  try {
    return [decodeURIComponent(subpath), queryStart < 0 ? '' : url.slice(queryStart + 1)];
  } catch {
    throw new ODataError(404, 'Resource not found.');
  }
}

/** Returns 4.01, or 4.0 for clients that support no later version. */
function versionFor({ headers }: FastifyRequest): string {
  const maxVersion = headers['odata-maxversion'];
  if (maxVersion === undefined || maxVersion === '4.01') return '4.01';
  if (maxVersion === '4.0') return '4.0';
  throw new ODataError(400, 'The supported OData versions are 4.0 and 4.01.', 'OData-MaxVersion');
}

const bearerOf = ({ headers }: FastifyRequest): string =>
  /^Bearer +([\w~+/.-]{1,200}=*)$/i.exec(headers.authorization ?? '')?.[1] ?? '';

function sendODataError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const isODataError = error instanceof ODataError;
  const appError = isODataError ? null : toAppError(error);
  if (appError?.code === 'URI_TOO_LONG')
    return sendODataError(new ODataError(413, 'The query is too long.'), request, reply);
  const status = isODataError ? error.status : (appError?.status ?? 500);
  const message = isODataError ? error.message : (appError?.message ?? '');
  if (status >= 500 || appError?.shedFor !== undefined) logFailure(request, error, message);
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer realm="reso"');
  if (status === 405) reply.header('Allow', 'GET, HEAD');
  if (appError?.retryAfterSeconds !== undefined) {
    reply.header('Retry-After', appError.retryAfterSeconds);
  }
  const target = isODataError ? error.target : null;
  return reply
    .status(status)
    .type('application/json; charset=utf-8')
    .send({ error: { code: String(status), message, target, details: [] } });
}
