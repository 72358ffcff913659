/** Sends each form with a unique Idempotency-Key (docs/product/api.md, Sending twice). */

import { isApiError } from './api-error.ts';

/**
 * Sends a form with a key.
 *
 * @param target identifies the endpoint and its parameters; only requests to the same target share a key
 * @param content the filled-in form
 */
export type SendWithKey = <T>(
  target: string,
  content: string,
  send: (key: string) => Promise<T>,
) => Promise<T>;

interface LastAttempt {
  key: string;
  content: string;
  /**
   * Whether the server rejected the request (4xx). Otherwise, it may still have completed the request.
   */
  isRejected: boolean;
}

/**
 * Creates a sender. A form reuses its key until it succeeds so that a retry after a lost response
 * does not create a duplicate. A form edited after a rejection gets a new key. If a form is edited
 * after its response was lost, the server reports that it was already sent.
 */
export function createIdempotentSender(createKey: () => string = randomKey): SendWithKey {
  const lastAttempts = new Map<string, LastAttempt>();
  return async (target, content, send) => {
    const previous = lastAttempts.get(target);
    const canReuseKey =
      previous !== undefined && (previous.content === content || !previous.isRejected);
    const attempt = { key: canReuseKey ? previous.key : createKey(), content, isRejected: false };
    lastAttempts.set(target, attempt);
    const clearKey = () => {
      if (lastAttempts.get(target) === attempt) lastAttempts.delete(target);
    };
    try {
      const result = await send(attempt.key);
      clearKey();
      return result;
    } catch (error) {
      if (isApiError(error)) {
        // A server or gateway error does not say whether anything was created.
        attempt.isRejected = error.status >= 400 && error.status < 500;
        if (error.code === 'IDEMPOTENCY_KEY_REUSED') clearKey();
      }
      throw error;
    }
  };
}

/** Returns a random key; `crypto.randomUUID` is unavailable on pages without HTTPS. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Serializes a form. Forms with equal fields and files produce the same string. */
export function formContent(form: FormData): string {
  const entries = [...form].map(([name, value]) =>
    typeof value === 'string' ? [name, value] : [name, value.name, value.size, value.lastModified],
  );
  return JSON.stringify(entries);
}
