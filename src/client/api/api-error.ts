/** The error of every failed request, on the server and in the browser. */

import { readSiteName } from './site-name.ts';
import type { ErrorCode } from '#shared/error-codes.ts';

/**
 * `NETWORK`: no response, or a successful one with an unreadable body. `SESSION_ENDED`: the session
 * ended before the request or its response. `UNREADABLE`: an error response without a message for
 * users. `UNNAMED`: an error response with a message but without an error code, for example from a
 * gateway.
 */
export type ApiErrorCode = ErrorCode | 'NETWORK' | 'SESSION_ENDED' | 'UNREADABLE' | 'UNNAMED';

const NAME = 'ApiError';

/** The fields of an error, serialized from the server to the browser. */
export interface ApiErrorFields {
  /** HTTP status; 0 for `NETWORK` and `SESSION_ENDED`. */
  status: number;
  code: ApiErrorCode;
  /** A sentence for users. */
  message: string;
  /** Messages by field, for failed validations; otherwise empty. */
  fieldErrors: Record<string, string>;
}

/** A failed request. `message` is meant for users and can be shown as is. */
export class ApiError extends Error implements ApiErrorFields {
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly fieldErrors: Record<string, string>;

  constructor(fields: ApiErrorFields) {
    super(fields.message);
    this.name = NAME;
    this.status = fields.status;
    this.code = fields.code;
    this.fieldErrors = fields.fieldErrors;
  }
}

/** Returns whether a thrown value is an `ApiError`. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError;
}

/** Returns only the fields, to embed in the document. */
export function toErrorFields(error: ApiError): ApiErrorFields {
  const { status, code, message, fieldErrors } = error;
  return { status, code, message, fieldErrors };
}

/** Returns the error for a missing or unreadable response, usually because the server is unreachable. */
export function networkError(): ApiError {
  return new ApiError({
    status: 0,
    code: 'NETWORK',
    message: `We can’t reach ${readSiteName()}. Check your connection and try again.`,
    fieldErrors: {},
  });
}

/** Returns the error for a request of a session that has ended. */
export function sessionEndedError(): ApiError {
  return new ApiError({
    status: 0,
    code: 'SESSION_ENDED',
    message: 'Your session has ended.',
    fieldErrors: {},
  });
}

/** Default messages for responses without a message, such as a proxy's page or a truncated body. */
const MESSAGE_BY_STATUS: Record<number, string> = {
  413: 'That is too large to send.',
  429: 'Too many requests. Wait a moment and try again.',
};

/**
 * Parses an error response (docs/product/api.md, Errors). Never throws: any other response becomes
 * an error with its status and a default message.
 *
 * @param body the parsed JSON; undefined if it could not be parsed
 */
export function errorFromResponse(status: number, body: unknown): ApiError {
  const fallback =
    MESSAGE_BY_STATUS[status] ?? 'Something went wrong on our side. Please try again.';
  if (typeof body !== 'object' || body === null) {
    return new ApiError({ status, code: 'UNREADABLE', message: fallback, fieldErrors: {} });
  }
  const { message, code, errors } = body as { message?: unknown; code?: unknown; errors?: unknown };
  const fieldErrors = readFieldErrors(errors);
  if (typeof message !== 'string' || message.trim() === '') {
    return new ApiError({ status, code: 'UNREADABLE', message: fallback, fieldErrors });
  }
  // The server's codes are a closed list. Callers handle unknown codes from a newer server by
  // status.
  const errorCode = typeof code === 'string' && code !== '' ? (code as ApiErrorCode) : 'UNNAMED';
  return new ApiError({ status, code: errorCode, message, fieldErrors });
}

function readFieldErrors(errors: unknown): Record<string, string> {
  if (!Array.isArray(errors)) return {};
  const byField: Record<string, string> = {};
  for (const entry of errors as { path?: unknown; message?: unknown }[]) {
    if (typeof entry?.path !== 'string' || typeof entry.message !== 'string') continue;
    byField[entry.path] ??= entry.message;
  }
  return byField;
}
