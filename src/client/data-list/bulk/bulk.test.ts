import { describe, expect, it } from 'vitest';
import { networkError } from '../../api/api-error.ts';
import { callInParts } from './bulk.ts';

const ids = Array.from({ length: 250 }, (_, index) => String(index));

describe('callInParts', () => {
  it('sends a hundred at a time, and merges the responses', async () => {
    const sizes: number[] = [];
    const { done, failed } = await callInParts(ids, async (part) => {
      sizes.push(part.length);
      const [first = '', ...rest] = part;
      return { done: rest, failed: [{ _id: first, code: 'FORBIDDEN', message: 'No.' }] };
    });
    expect(sizes).toEqual([100, 100, 50]);
    expect(done).toHaveLength(247);
    expect(failed.map(({ _id }) => _id)).toEqual(['0', '100', '200']);
  });

  it('counts the remaining records as rejected if some were changed', async () => {
    let calls = 0;
    const { done, failed } = await callInParts(ids, async (part) => {
      calls += 1;
      if (calls === 2) throw networkError();
      return { done: part, failed: [] };
    });
    expect(calls).toBe(2);
    expect(done).toHaveLength(100);
    expect(failed).toHaveLength(150);
    expect(failed[0]?.message).toBe(networkError().message);
  });

  it('fails if nothing was changed', async () => {
    await expect(callInParts(ids, () => Promise.reject(networkError()))).rejects.toMatchObject({
      code: 'NETWORK',
    });
  });
});
