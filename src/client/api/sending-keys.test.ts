import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorCode, networkError } from './api-error.ts';
import { createSendingKeys, formContent } from './sending-keys.ts';

const refusal = (status: number, code: ApiErrorCode) =>
  new ApiError({ status, code, message: 'No.', fieldErrors: {} });

/** Sends forms in sequence; returns their keys. */
async function keysOf(...sendings: [content: string, result: ApiError | 'done'][]) {
  let created = 0;
  const sendWithKey = createSendingKeys(() => `key ${(created += 1)}`);
  const keys: string[] = [];
  for (const [content, result] of sendings) {
    await sendWithKey('POST /contact', content, async (key) => {
      keys.push(key);
      if (result !== 'done') throw result;
    }).catch(() => undefined);
  }
  return keys;
}

describe('createSendingKeys', () => {
  it('reuses the key of a form until it succeeds', async () => {
    const keys = await keysOf(
      ['a', networkError()],
      ['a', refusal(503, 'UNAVAILABLE')],
      ['a', refusal(429, 'TOO_MANY_REQUESTS')],
      ['a', 'done'],
      ['a', 'done'],
    );
    expect(keys).toEqual(['key 1', 'key 1', 'key 1', 'key 1', 'key 2']);
  });

  it('gives an edited form a new key after a response', async () => {
    const refused = refusal(400, 'VALIDATION_FAILED');
    expect(await keysOf(['a', refused], ['b', refused], ['b', 'done'])).toEqual([
      'key 1',
      'key 2',
      'key 2',
    ]);
  });

  it('reuses the key of a form that is edited after its response was lost', async () => {
    const reused = refusal(422, 'IDEMPOTENCY_KEY_REUSED');
    expect(await keysOf(['a', networkError()], ['b', reused], ['b', 'done'])).toEqual([
      'key 1',
      'key 1',
      'key 2',
    ]);
  });

  it('gives requests to different targets separate keys', async () => {
    const sendWithKey = createSendingKeys();
    const send = async (key: string) => key;
    const one = sendWithKey('POST /a', 'x', send);
    const other = sendWithKey('POST /b', 'x', send);
    expect(await one).toMatch(/^[0-9a-f]{32}$/);
    expect(await other).not.toBe(await one);
  });
});

describe('formContent', () => {
  it('differs by fields and files', () => {
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
