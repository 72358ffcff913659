import { describe, expect, it } from 'vitest';
import { networkError } from '../../api/api-error.ts';
import { callInBatches } from './bulk.ts';

const ids = Array.from({ length: 250 }, (_, index) => String(index));

describe('callInBatches', () => {
  it('sends 100 records at a time and merges the responses', async () => {
    const sizes: number[] = [];
    const { done, failed } = await callInBatches(ids, async (batch) => {
      sizes.push(batch.length);
      const [first = '', ...rest] = batch;
      return { done: rest, failed: [{ _id: first, code: 'FORBIDDEN', message: 'No.' }] };
    });
    expect(sizes).toEqual([100, 100, 50]);
    expect(done).toHaveLength(247);
    expect(failed.map(({ _id }) => _id)).toEqual(['0', '100', '200']);
  });

  it('merges the records that were already in the requested state', async () => {
    const { unchanged } = await callInBatches(ids, async (batch) => ({
      done: batch,
      failed: [],
      ...(batch.length < 100 ? {} : { unchanged: batch.slice(0, 1) }),
    }));
    expect(unchanged).toEqual(['0', '100']);
  });

  it('reports the remaining records as failed if a later request fails', async () => {
    let calls = 0;
    const { done, failed } = await callInBatches(ids, async (batch) => {
      calls += 1;
      if (calls === 2) throw networkError();
      return { done: batch, failed: [] };
    });
    expect(calls).toBe(2);
    expect(done).toHaveLength(100);
    expect(failed).toHaveLength(150);
    expect(failed[0]?.message).toBe(networkError().message);
  });

  it('throws if the first request fails', async () => {
    await expect(callInBatches(ids, () => Promise.reject(networkError()))).rejects.toMatchObject({
      code: 'NETWORK',
    });
  });
});
