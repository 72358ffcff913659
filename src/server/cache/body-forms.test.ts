import { brotliCompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createBodyForms, isWorthPacking } from './body-forms.ts';

const TEXT = 'A home with a garden. '.repeat(200);
const body = brotliCompressSync(TEXT);
const packed = { body, etag: 'one', encoding: 'br' } as const;

describe('the forms of a body', () => {
  test('as it is held needs no work', () => {
    expect(createBodyForms(0).peek(packed, 'br')).toEqual({ body: packed.body, encoding: 'br' });
  });

  test('are made for who reads nothing else, and are at hand then', async () => {
    const forms = createBodyForms(100_000);
    expect(forms.peek(packed, undefined)).toBeUndefined();
    expect((await forms.get(packed, undefined)).body.toString()).toBe(TEXT);
    expect(forms.peek(packed, undefined)?.body.toString()).toBe(TEXT);
    const zipped = await forms.get(packed, 'gzip');
    expect([gunzipSync(zipped.body).toString(), zipped.encoding]).toEqual([TEXT, 'gzip']);
  });

  test('are another version’s never', async () => {
    const forms = createBodyForms(100_000);
    await forms.get(packed, undefined);
    const newer = { ...packed, body: brotliCompressSync('newer'), etag: 'two' };
    expect((await forms.get(newer, undefined)).body.toString()).toBe('newer');
  });

  test('stay within their bytes', async () => {
    const forms = createBodyForms(TEXT.length * 2.5);
    const all = ['a', 'b', 'c', 'd'].map((etag) => ({ body, etag, encoding: 'br' as const }));
    for (const one of all) await forms.get(one, undefined);
    const atHand = all.map((one) => forms.peek(one, undefined) !== undefined);
    expect(atHand).toEqual([false, false, true, true]);
  });
});

test.each([
  ['text/html; charset=utf-8', 1_000, true],
  ['application/json; charset=utf-8', 1_000, true],
  ['text/html; charset=utf-8', 999, false],
  ['image/png', 5_000, false],
])('%s of %i bytes is held compressed: %s', (type, bytes, expected) => {
  const response = { headers: { 'content-type': type }, body: Buffer.alloc(bytes) };
  expect(isWorthPacking(response)).toBe(expected);
});
