/** Why a request to another server failed. */
export type OutboundFailure =
  | 'url'
  | 'address'
  | 'dns'
  | 'connection'
  | 'tls'
  | 'timeout'
  | 'size'
  | 'redirect';

/**
 * Thrown if there is no usable response. The message is for admins. It quotes nothing from the server's response except
 * the host of a redirect.
 */
export class OutboundError extends Error {
  readonly failure: OutboundFailure;

  constructor(failure: OutboundFailure, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'OutboundError';
    this.failure = failure;
  }
}

const TLS_CODES = /^(ERR_TLS_|ERR_SSL_|CERT_|EPROTO$|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/;

/** Converts a socket error. */
export function toOutboundError(error: unknown, host: string): OutboundError {
  if (error instanceof OutboundError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const options = { cause: error };
  if (TLS_CODES.test(code))
    return new OutboundError(
      'tls',
      `A secure connection to ${host} could not be established (${code}).`,
      options,
    );
  const detail = code === '' ? '' : ` (${code})`;
  return new OutboundError('connection', `No response from ${host}${detail}.`, options);
}
