/** Converts errors to responses (docs/product/api.md, Errors). */

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '#shared/error-codes.ts';
import type { ErrorBody } from '#shared/schemas/common.ts';
import { TooManyWaiting } from '../../concurrency/fair-slots.ts';
import {
  isDatabaseDown,
  LOCK_NOT_AVAILABLE,
  QUERY_CANCELED,
  sqlStateOf,
} from '../../database/database.ts';
import { AppError } from '../../errors/app-error.ts';
import { reasonOf } from '../../errors/reason-of.ts';

/** Codes and messages for Fastify's own errors, by status. */
const FRAMEWORK_ERRORS: Record<number, [ErrorCode, string]> = {
  400: ['BAD_REQUEST', 'The request could not be read.'],
  404: ['NOT_FOUND', 'Not found.'],
  405: ['METHOD_NOT_ALLOWED', 'This URL does not support that method.'],
  413: ['TOO_LARGE', 'The request is too large.'],
  414: ['BAD_REQUEST', 'The URL is too long.'],
  // Conditions and ranges of static files.
  412: ['BAD_REQUEST', 'The file does not match the requested version.'],
  416: ['BAD_REQUEST', 'The file does not have the requested range.'],
  415: ['UNSUPPORTED_TYPE', 'This type of content is not accepted here.'],
  503: ['UNAVAILABLE', 'The service is busy. Please try again in a moment.'],
};

/** PostgreSQL's error codes for characters that it cannot store as text or as JSON, such as NUL. */
const UNSTORABLE_TEXT = new Set(['22021', '22P05']);

/** Converts any error to an AppError; unexpected errors become INTERNAL, without details. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof TooManyWaiting) {
    return new AppError(
      'TOO_MANY_REQUESTS',
      'Too many requests. Please wait a moment and try again.',
      { retryAfterSeconds: 1, shedFor: 'waiting work' },
    );
  }
  if (isDatabaseDown(error)) {
    // The request of a slow statement is logged. During an outage, all requests fail for the same reason.
    const isSlowStatement = sqlStateOf(error) === QUERY_CANCELED;
    return new AppError(
      'UNAVAILABLE',
      'The service is not available right now. Please try again in a moment.',
      {
        cause: error,
        retryAfterSeconds: 5,
        ...(isSlowStatement ? {} : { shedFor: `database: ${reasonOf(error)}` }),
      },
    );
  }
  if (UNSTORABLE_TEXT.has(sqlStateOf(error)))
    return new AppError('BAD_REQUEST', 'The request contains characters that cannot be stored.');
  const conflict = toConflict(error);
  if (conflict !== undefined) return conflict;
  const status = (error as FastifyError | undefined)?.statusCode;
  const frameworkError = status === undefined ? undefined : FRAMEWORK_ERRORS[status];
  if (frameworkError !== undefined)
    return new AppError(frameworkError[0], frameworkError[1], { cause: error });
  return new AppError('INTERNAL', 'Something went wrong on our side. Please try again.', {
    cause: error,
  });
}

/**
 * Converts errors caused by a concurrent change to the same rows. Class 23 is a constraint
 * violation (a referenced row was deleted, or a unique value already exists), and class 40 a
 * rolled-back transaction. A lock can also be unavailable for too long. Returns undefined for other
 * errors.
 */
function toConflict(error: unknown): AppError | undefined {
  const sqlState = sqlStateOf(error);
  if (sqlState.startsWith('23')) {
    return new AppError(
      'CONFLICT',
      'Someone else just changed this. Please reload and try again.',
      { cause: error },
    );
  }
  if (!sqlState.startsWith('40') && sqlState !== LOCK_NOT_AVAILABLE) return undefined;
  return new AppError('UNAVAILABLE', 'The service is busy. Please try again in a moment.', {
    cause: error,
    retryAfterSeconds: 1,
  });
}

/** Returns the response body for an error. */
export function toErrorBody(error: AppError): ErrorBody {
  return {
    message: error.message,
    code: error.code,
    ...(error.fieldErrors === undefined ? {} : { errors: error.fieldErrors }),
    ...(error.conflicts === undefined ? {} : { conflicts: error.conflicts }),
  };
}

/** Responds to a request with an error. */
export function sendError(reply: FastifyReply, error: AppError): FastifyReply {
  if (error.retryAfterSeconds !== undefined) {
    reply.header('Retry-After', String(Math.max(1, Math.ceil(error.retryAfterSeconds))));
  }
  return reply
    .code(error.status)
    .header('Cache-Control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(toErrorBody(error)));
}

/**
 * Logs the failure of a request or of its work. A failure that a limit or an outage causes is only counted, because it
 * has the same reason for all requests.
 */
export function logFailure(request: FastifyRequest, error: unknown, message: string): void {
  const appError = toAppError(error);
  if (appError.shedFor !== undefined) request.server.countShed(appError.shedFor);
  else request.log.error({ req: request, err: appError.cause ?? appError }, message);
}

/** Installs the error handler on an app. */
export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: unknown, request: FastifyRequest, reply) => {
    const appError = toAppError(error);
    if (appError.status >= 500 || appError.shedFor !== undefined) {
      // Users can report this ID, which identifies the log line.
      if (appError.shedFor === undefined) reply.header('X-Request-Id', request.id);
      logFailure(request, appError, appError.message);
    } else if (sqlStateOf(appError.cause) !== '') {
      request.log.warn({ req: request, err: appError.cause }, appError.message);
    }
    return sendError(reply, appError);
  });
}
