import { describe, expect, it } from 'vitest';
import { percentSent, fractionsSent } from './upload-progress.ts';

describe('percentSent', () => {
  it('rounds down, so it returns 100 only at the end', () => {
    expect(percentSent({ sentBytes: 0, totalBytes: 0 })).toBe(0);
    expect(percentSent({ sentBytes: 999, totalBytes: 1_000 })).toBe(99);
    expect(percentSent({ sentBytes: 1_000, totalBytes: 1_000 })).toBe(100);
  });
});

describe('fractionsSent', () => {
  const sizes = [100, 200, 0];

  it('attributes sent bytes to the fields first and then to one file after another', () => {
    const fractionsAt = (sentBytes: number) => fractionsSent({ sentBytes, totalBytes: 350 }, sizes);
    expect(fractionsAt(0)).toEqual([0, 0, 0]);
    expect(fractionsAt(50)).toEqual([0, 0, 0]);
    expect(fractionsAt(100)).toEqual([0.5, 0, 0]);
    expect(fractionsAt(250)).toEqual([1, 0.5, 0]);
    expect(fractionsAt(350)).toEqual([1, 1, 1]);
  });
});
