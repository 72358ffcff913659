import { mkdir, readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import { startTestApp } from '#tests/helpers/test-app.ts';
import { startMaintenance } from './maintenance.ts';

const HOUR_MS = 60 * 60 * 1000;
const root = makeTempFolder();

test('uploads left by a crash are deleted every hour', async () => {
  const { app, db, images: store, close } = await startTestApp();
  vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout'] });
  const maintenance = startMaintenance({
    db,
    store,
    mailFolder: path.join(root, 'mail'),
    uploadFolder: root,
    log: app.log,
  });
  vi.advanceTimersByTime(HOUR_MS / 2);
  const folder = path.join(root, 'doorstep-upload-old');
  await mkdir(folder);
  const yesterday = new Date(Date.now() - 25 * HOUR_MS);
  await utimes(folder, yesterday, yesterday);
  vi.advanceTimersByTime(HOUR_MS / 2);
  vi.useRealTimers();
  maintenance.stop();
  await expect.poll(() => readdir(root)).toEqual([]);
  await close();
});
