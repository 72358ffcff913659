import { describe, expect, test } from 'vitest';
import { AppError } from '../../errors/app-error.ts';
import { createUploadCount } from './upload-limits.ts';

const LIMITS = { perAccount: 3, inAll: 4, bytesPerAccount: 100, bytesInAll: 150 };

function refusal(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return 'none';
}

describe('concurrent uploads', () => {
  test('are limited in number per account', () => {
    const begin = createUploadCount(LIMITS);
    const [first] = [begin('a'), begin('a'), begin('a')];
    expect(refusal(() => begin('a'))).toBe('TOO_MANY_REQUESTS');
    first.end();
    first.end();
    expect(refusal(() => begin('a'))).toBe('none');
    expect(refusal(() => begin('a'))).toBe('TOO_MANY_REQUESTS');
  });

  test('make room for one more: the account with the most loses its oldest', () => {
    const begin = createUploadCount(LIMITS);
    const other = begin('b');
    const [oldest, ...younger] = [begin('a'), begin('a'), begin('a')];
    const late = begin('c');
    expect(oldest.signal.reason).toMatchObject({ code: 'UNAVAILABLE', shedFor: 'uploads' });
    for (const { signal } of [other, ...younger, late]) expect(signal.aborted).toBe(false);
  });

  test('are limited in bytes, per account and in total', () => {
    const begin = createUploadCount(LIMITS);
    const [first, second] = [begin('a'), begin('a')];
    first.addBytes(60);
    expect(refusal(() => second.addBytes(41))).toBe('TOO_MANY_REQUESTS');
    second.end();
    const other = begin('b');
    other.addBytes(90);
    expect(refusal(() => other.addBytes(1))).toBe('UNAVAILABLE');
    first.end();
    expect(refusal(() => other.addBytes(1))).toBe('none');
  });
});
