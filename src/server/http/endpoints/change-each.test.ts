import { describe, expect, test, vi } from 'vitest';
import { forbidden } from '../../errors/app-error.ts';
import { changeEach } from './change-each.ts';

const log = { error: vi.fn() } as never;

describe('changeEach', () => {
  test('changes each record once and reports rejected changes', async () => {
    const changedIds: string[] = [];
    const result = await changeEach(['1', '2', '1', '3'], log, async (id) => {
      changedIds.push(id);
      if (id === '2') throw forbidden('Not yours.');
    });
    expect(changedIds).toEqual(['1', '2', '3']);
    expect(result).toEqual({
      done: ['1', '3'],
      failed: [{ _id: '2', code: 'FORBIDDEN', message: 'Not yours.' }],
    });
  });

  test('lists the records that already had the requested state', async () => {
    const result = await changeEach(['1', '2', '3'], log, async (id) => id !== '2');
    expect(result).toEqual({ done: ['1', '2', '3'], failed: [], unchanged: ['2'] });
  });

  test('stops at a server error and reports the remaining records as failed', async () => {
    const changedIds: string[] = [];
    const { done, failed } = await changeEach(['1', '2', '3'], log, async (id) => {
      changedIds.push(id);
      if (id === '2') throw new Error('secret');
    });
    expect(changedIds).toEqual(['1', '2']);
    expect(done).toEqual(['1']);
    expect(failed.map(({ _id, code }) => [_id, code])).toEqual([
      ['2', 'INTERNAL'],
      ['3', 'INTERNAL'],
    ]);
    expect(JSON.stringify(failed)).not.toContain('secret');
  });

  test('throws if the first change fails with a server error', async () => {
    const result = changeEach(['1', '2'], log, () => Promise.reject(new Error('secret')));
    await expect(result).rejects.toMatchObject({ code: 'INTERNAL' });
  });
});
