import { ERROR_STATUS, type ErrorCode } from '#shared/error-codes.ts';
import type { ErrorBody } from '#shared/schemas/common.ts';

/** An invalid field: its dotted path and a sentence for users. */
export type FieldError = { path: string; message: string };

/** Maximum number of invalid fields in a response, more than any form needs. */
const MAX_FIELD_ERRORS = 50;

/** An intentional error, which the error handler converts to a response. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** At most `MAX_FIELD_ERRORS`. */
  readonly fieldErrors: FieldError[] | undefined;
  /** Seconds to wait before retrying; sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
  /** Tours that conflict with a change. */
  readonly conflicts: ErrorBody['conflicts'];
  /**
   * The overloaded or unavailable resource, such as 'uploads'. The log counts these errors by
   * resource instead of listing each one.
   */
  readonly shedFor: string | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      fieldErrors?: FieldError[];
      retryAfterSeconds?: number;
      shedFor?: string;
      conflicts?: NonNullable<ErrorBody['conflicts']>;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.fieldErrors = options.fieldErrors?.slice(0, MAX_FIELD_ERRORS);
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.conflicts = options.conflicts;
    this.shedFor = options.shedFor;
  }

  /** The HTTP status of the response. */
  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** Creates a 404 error. */
export const notFound = (message = 'Not found.') => new AppError('NOT_FOUND', message);

/** Creates a 403 error. */
export const forbidden = (message = 'You are not allowed to do this.') =>
  new AppError('FORBIDDEN', message);

/** Creates the 401 error for a request that needs a valid token. */
export const unauthenticated = () => new AppError('UNAUTHENTICATED', 'Please sign in to continue.');

/** Creates a 400 error with the invalid fields. */
export const validationFailed = (fieldErrors: FieldError[]) =>
  new AppError('VALIDATION_FAILED', fieldErrors[0]?.message ?? 'Please check what you entered.', {
    fieldErrors,
  });
