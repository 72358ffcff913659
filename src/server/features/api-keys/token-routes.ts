/** `POST /oauth/token`: the client credentials grant (RFC 6749, 4.4). */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_TOKEN_SECONDS } from '#shared/limits.ts';
import { isStorable } from '#shared/schemas/common.ts';
import type { ApiScope } from '#shared/schemas/open/api-key.ts';
import { logFailure, toAppError } from '../../http/error-responses/error-handler.ts';
import type { RequestQueue } from '../../http/limits/request-work.ts';
import type { ApiKeyService } from './api-key-service.ts';

const MAX_BODY_BYTES = 4_096;

/** The errors of RFC 6749, 5.2, that can occur here, with their HTTP statuses. */
const STATUS = {
  invalid_request: 400,
  invalid_client: 401,
  unsupported_grant_type: 400,
  invalid_scope: 400,
} as const;

/** An error that is sent as a response as defined in RFC 6749, 5.2. */
class TokenError extends Error {
  readonly code: keyof typeof STATUS;
  constructor(code: keyof typeof STATUS, description: string) {
    super(description);
    this.code = code;
  }
}

type Credentials = { clientId: string; clientSecret: string };

/**
 * Registers the endpoint, which accepts a form and has its own error format.
 *
 * @param work limits concurrent requests
 */
export function registerTokenRoute(
  app: FastifyInstance,
  service: ApiKeyService,
  work: RequestQueue,
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
      done(null, body);
    });
    scope.setErrorHandler(sendTokenError);
    scope.post('/oauth/token', { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
      const form = readForm(request);
      const credentials = readCredentials(request, form);
      if (!isStorable(credentials.clientId)) throw malformedCredentials();
      const { token, scopes } = await work(request, async () =>
        issueToken(service, credentials, form),
      );
      return disableCaching(reply).send({
        access_token: token,
        token_type: 'Bearer',
        expires_in: API_TOKEN_SECONDS,
        scope: scopes.join(' '),
      });
    });
  });
}

async function issueToken(
  service: ApiKeyService,
  { clientId, clientSecret }: Credentials,
  form: ReadonlyMap<string, string>,
) {
  const key = await service.findClient(clientId, clientSecret);
  if (key === null) throw new TokenError('invalid_client', 'Client authentication failed.');
  const grantType = form.get('grant_type');
  if (grantType === undefined) throw new TokenError('invalid_request', 'grant_type is missing.');
  if (grantType !== 'client_credentials') {
    throw new TokenError('unsupported_grant_type', 'grant_type must be client_credentials.');
  }
  const scopes = chooseScopes(form.get('scope'), key.scopes);
  return { token: await service.createToken(key, scopes), scopes };
}

const disableCaching = (reply: FastifyReply) =>
  reply.header('Cache-Control', 'no-store').header('Pragma', 'no-cache');

/** Reads the parameters; rejects repeated ones and omits empty ones (RFC 6749, 3.2). */
function readForm({ headers, body }: FastifyRequest): Map<string, string> {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded' || typeof body !== 'string') {
    throw new TokenError('invalid_request', 'The body must be a form (x-www-form-urlencoded).');
  }
  const form = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(body)) {
    if (form.has(name)) throw new TokenError('invalid_request', `${name} appears twice.`);
    form.set(name, value);
  }
  for (const [name, value] of form) if (value === '') form.delete(name);
  return form;
}

/**
 * Reads credentials from HTTP Basic, whose parts are form-encoded (RFC 6749, 2.3.1), or the body.
 */
function readCredentials(request: FastifyRequest, form: Map<string, string>): Credentials {
  const { authorization } = request.headers;
  const bodySecret = form.get('client_secret');
  if (authorization === undefined) {
    const clientId = form.get('client_id');
    if (clientId === undefined || bodySecret === undefined) {
      throw new TokenError('invalid_client', 'The client sent no credentials.');
    }
    return { clientId, clientSecret: bodySecret };
  }
  if (bodySecret !== undefined) {
    throw new TokenError(
      'invalid_request',
      'Send the credentials in the header or the body, not both.',
    );
  }
  const [, encoded] = /^Basic +([\w+/-]{1,1000}=*)$/i.exec(authorization) ?? [];
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  if (colon < 0) throw malformedCredentials();
  return {
    clientId: formDecode(text.slice(0, colon)),
    clientSecret: formDecode(text.slice(colon + 1)),
  };
}

const malformedCredentials = () =>
  new TokenError('invalid_client', 'The credentials are malformed.');

function formDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw malformedCredentials();
  }
}

/** Returns the requested scopes, or all of the key's scopes if the request names none. */
function chooseScopes(requested: string | undefined, allowed: readonly ApiScope[]): ApiScope[] {
  if (requested === undefined) return [...allowed];
  const names = requested.split(' ').filter((scope) => scope !== '');
  const grantedScopes = allowed.filter((scope) => names.includes(scope));
  if (names.length === 0 || grantedScopes.length < new Set(names).size) {
    throw new TokenError('invalid_scope', 'The key does not have this scope.');
  }
  return grantedScopes;
}

function sendTokenError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  disableCaching(reply);
  if (error instanceof TokenError) {
    if (error.code === 'invalid_client') reply.header('WWW-Authenticate', 'Basic realm="api"');
    return reply
      .status(STATUS[error.code])
      .send({ error: error.code, error_description: error.message });
  }
  const { status, message, retryAfterSeconds } = toAppError(error);
  if (status >= 500) logFailure(request, error, message);
  if (retryAfterSeconds !== undefined) reply.header('Retry-After', retryAfterSeconds);
  const code = status >= 500 ? 'server_error' : 'invalid_request';
  return reply.status(status).send({ error: code, error_description: message });
}
