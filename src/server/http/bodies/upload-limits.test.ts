import { describe, expect, test } from 'vitest';
import { AppError } from '../../errors/app-error.ts';
import { createUploadTracker } from './upload-limits.ts';

const LIMITS = { perAccount: 3, total: 4, bytesPerAccount: 100, totalBytes: 150 };

function errorCodeOf(action: () => unknown): string {
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
    const startUpload = createUploadTracker(LIMITS);
    const [first] = [startUpload('a'), startUpload('a'), startUpload('a')];
    expect(errorCodeOf(() => startUpload('a'))).toBe('TOO_MANY_REQUESTS');
    first.end();
    first.end();
    expect(errorCodeOf(() => startUpload('a'))).toBe('none');
    expect(errorCodeOf(() => startUpload('a'))).toBe('TOO_MANY_REQUESTS');
  });

  test('have a total limit, beyond which the busiest account’s oldest upload is aborted', () => {
    const startUpload = createUploadTracker(LIMITS);
    const otherUpload = startUpload('b');
    const [oldestUpload, ...otherUploads] = [startUpload('a'), startUpload('a'), startUpload('a')];
    const newUpload = startUpload('c');
    expect(oldestUpload.signal.reason).toMatchObject({ code: 'UNAVAILABLE', shedFor: 'uploads' });
    for (const { signal } of [otherUpload, ...otherUploads, newUpload])
      expect(signal.aborted).toBe(false);
  });

  test('are limited in bytes per account', () => {
    const startUpload = createUploadTracker(LIMITS);
    const [first, second] = [startUpload('a'), startUpload('a')];
    first.addBytes(60);
    expect(errorCodeOf(() => second.addBytes(41))).toBe('TOO_MANY_REQUESTS');
    second.end();
    expect(errorCodeOf(() => first.addBytes(40))).toBe('none');
  });

  test('have a total byte limit, beyond which the oldest upload of the account with the most bytes is aborted', () => {
    const startUpload = createUploadTracker(LIMITS);
    const otherUpload = startUpload('b');
    otherUpload.addBytes(60);
    const [emptyUpload, oldestUpload, newestUpload] = [
      startUpload('a'),
      startUpload('a'),
      startUpload('a'),
    ];
    oldestUpload.addBytes(30);
    newestUpload.addBytes(60);
    otherUpload.addBytes(1);
    expect(oldestUpload.signal.reason).toMatchObject({ code: 'UNAVAILABLE', shedFor: 'uploads' });
    for (const { signal } of [otherUpload, emptyUpload, newestUpload])
      expect(signal.aborted).toBe(false);
    // Now this account itself has the most bytes.
    expect(errorCodeOf(() => otherUpload.addBytes(30))).toBe('UNAVAILABLE');
    expect(newestUpload.signal.aborted).toBe(false);
  });
});
