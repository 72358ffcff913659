/** The one error that a request ends with, on the server and in the browser. */

import { readSiteName } from './site-name.ts';
import type { ErrorCode } from '#shared/error-codes.ts';

/**
 * `NETWORK`: no response came at all. `UNREADABLE`: one came without a sentence for users. `UNNAMED`: one came with a
 * sentence, but without the name of an error, as from a gateway in front.
 */
export type ApiErrorCode = ErrorCode | 'NETWORK' | 'UNREADABLE' | 'UNNAMED';

const NAME = 'ApiError';

/** The plain form of an error, in which it travels from the server to the browser. */
export interface ApiErrorFields {
  /** HTTP status; 0 when no response came. */
  status: number;
  code: ApiErrorCode;
  /** A sentence for users. */
  message: string;
  /** Sentence by field, for failed validations; empty otherwise. */
  fieldErrors: Record<string, string>;
}

/** A request that failed. `message` is a sentence for users and may be shown as it is. */
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

/** Whether something thrown is an `ApiError`. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError;
}

/** The fields alone, for the way into the document. */
export function toErrorFields(error: ApiError): ApiErrorFields {
  const { status, code, message, fieldErrors } = error;
  return { status, code, message, fieldErrors };
}

/** No response: the network or the server is away. */
export function networkError(): ApiError {
  return new ApiError({
    status: 0,
    code: 'NETWORK',
    message: `We can’t reach ${readSiteName()}. Check your connection and try again.`,
    fieldErrors: {},
  });
}

/** The sentence for a response that does not bring one of its own (a proxy's page, a torn body). */
const SENTENCE_BY_STATUS: Record<number, string> = {
  413: 'That is more than can be sent at once.',
  429: 'Too many requests. Wait a moment and try again.',
};

/**
 * Reads an error response (docs/product/api.md, Errors). Never throws: a response in any other form becomes an error
 * with the status and a sentence of ours.
 *
 * @param body the parsed JSON, or undefined where there was none
 */
export function errorFromResponse(status: number, body: unknown): ApiError {
  const fallback =
    SENTENCE_BY_STATUS[status] ?? 'Something went wrong on our side. Please try again.';
  if (typeof body !== 'object' || body === null) {
    return new ApiError({ status, code: 'UNREADABLE', message: fallback, fieldErrors: {} });
  }
  const { message, code, errors } = body as { message?: unknown; code?: unknown; errors?: unknown };
  const fieldErrors = readFieldErrors(errors);
  if (typeof message !== 'string' || message.trim() === '') {
    return new ApiError({ status, code: 'UNREADABLE', message: fallback, fieldErrors });
  }
  // The server's codes are a closed list; one from a newer server is handled by its status.
  const known = typeof code === 'string' && code !== '' ? (code as ApiErrorCode) : 'UNNAMED';
  return new ApiError({ status, code: known, message, fieldErrors });
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
