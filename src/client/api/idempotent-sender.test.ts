import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorCode, networkError } from './api-error.ts';
import { createIdempotentSender, formContent } from './idempotent-sender.ts';

const rejection = (status: number, code: ApiErrorCode) =>
  new ApiError({ status, code, message: 'No.', fieldErrors: {} });

/** Sends forms in sequence and returns their keys. */
async function sendAll(...attempts: [content: string, result: ApiError | 'done'][]) {
  let keyCount = 0;
  const sendWithKey = createIdempotentSender(() => `key ${(keyCount += 1)}`);
  const keys: string[] = [];
  for (const [content, result] of attempts) {
    await sendWithKey('POST /contact', content, async (key) => {
      keys.push(key);
      if (result !== 'done') throw result;
    }).catch(() => undefined);
  }
  return keys;
}

describe('createIdempotentSender', () => {
  it('reuses the key of a form until a request succeeds', async () => {
    const keys = await sendAll(
      ['a', networkError()],
      ['a', rejection(503, 'UNAVAILABLE')],
      ['a', rejection(429, 'TOO_MANY_REQUESTS')],
      ['a', 'done'],
      ['a', 'done'],
    );
    expect(keys).toEqual(['key 1', 'key 1', 'key 1', 'key 1', 'key 2']);
  });

  it('uses a new key if the form is edited after a rejection', async () => {
    const validationError = rejection(400, 'VALIDATION_FAILED');
    expect(await sendAll(['a', validationError], ['b', validationError], ['b', 'done'])).toEqual([
      'key 1',
      'key 2',
      'key 2',
    ]);
  });

  it('reuses the key if the form is edited after its response was lost', async () => {
    const keyReusedError = rejection(422, 'IDEMPOTENCY_KEY_REUSED');
    expect(await sendAll(['a', networkError()], ['b', keyReusedError], ['b', 'done'])).toEqual([
      'key 1',
      'key 1',
      'key 2',
    ]);
  });

  it('uses separate keys for different endpoints', async () => {
    const sendWithKey = createIdempotentSender();
    const send = async (key: string) => key;
    const firstKey = sendWithKey('POST /a', 'x', send);
    const secondKey = sendWithKey('POST /b', 'x', send);
    expect(await firstKey).toMatch(/^[0-9a-f]{32}$/);
    expect(await secondKey).not.toBe(await firstKey);
  });
});

describe('formContent', () => {
  it('differs if the fields or files differ', () => {
    const form = (title: string, size: number) => {
      const data = new FormData();
      data.set('title', title);
      data.set('images', new File(['x'.repeat(size)], 'a.png', { lastModified: 1 }));
      return formContent(data);
    };
    expect(form('a', 1)).toBe(form('a', 1));
    expect(new Set([form('a', 1), form('b', 1), form('a', 2)]).size).toBe(3);
  });
});
