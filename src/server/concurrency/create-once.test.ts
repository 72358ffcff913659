import { expect, test, vi } from 'vitest';
import { createOnce } from './create-once.ts';

test('creates once, and again only after a failure', async () => {
  const create = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('too many open files'))
    .mockResolvedValue('mailer');
  const open = createOnce(create);
  await expect(Promise.allSettled([open(), open()])).resolves.toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
  ]);
  expect(await Promise.all([open(), open()])).toEqual(['mailer', 'mailer']);
  expect(create).toHaveBeenCalledTimes(2);
});
