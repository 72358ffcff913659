/** Every `code` an error answer can carry, with its HTTP status (interface: HTTP conventions). */
export const ERROR_STATUS = {
  BAD_REQUEST: 400,
  VALIDATION_FAILED: 400,
  PAGE_OUT_OF_REACH: 400,
  WRONG_PASSWORD: 400,
  RESET_TOKEN_INVALID: 400,
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIALS: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  EMAIL_TAKEN: 409,
  OWN_ACCOUNT: 409,
  LAST_ADMIN: 409,
  CONFLICT: 409,
  TOO_LARGE: 413,
  UNSUPPORTED_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  CLIENT_GONE: 499,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const;

/** The stable name of an error. */
export type ErrorCode = keyof typeof ERROR_STATUS;
