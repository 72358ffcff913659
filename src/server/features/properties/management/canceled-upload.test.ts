/** Tests that canceling a form while its pictures are stored changes nothing. */

import { readdir, rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { buildPropertyForm, toFormData } from '#tests/factories/build-property-form.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { createNoise } from '../../../storage/image.fixture.ts';
import { createDiskImageStore } from '../../../storage/disk-image-store.ts';

const folder = makeTempFolder();
/** Signals that let tests act while a picture is being stored, and wait for its removal. */
let started: PromiseWithResolvers<void>;
let canContinue: PromiseWithResolvers<void>;
let removed: PromiseWithResolvers<void>;
let server: TestApp;
let agent: TestUser;
let url: string;
let buildForm: () => FormData;

beforeAll(async () => {
  const disk = createDiskImageStore(folder);
  server = await startTestApp({
    images: {
      ...disk,
      async put(key, files) {
        started.resolve();
        await canContinue.promise;
        await disk.put(key, files);
      },
      async remove(keys) {
        await disk.remove(keys);
        removed.resolve();
      },
    },
  });
  agent = await server.addUser({ role: 'agent' });
  url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const data = await createNoise(700, 500).jpeg().toBuffer();
  buildForm = () =>
    toFormData(buildPropertyForm({ title: 'Canceled Cabin' }), [{ name: '1', data }]);
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Sends a form and closes the connection while its picture is being stored. */
async function cancel(method: string, path: string): Promise<void> {
  started = Promise.withResolvers();
  canContinue = Promise.withResolvers();
  removed = Promise.withResolvers();
  const cancellation = new AbortController();
  const closed = new Promise<void>((resolve) => {
    server.app.server.once('request', (_request, response) => response.once('close', resolve));
  });
  const response = fetch(url + path, {
    method,
    body: buildForm(),
    headers: { authorization: `Bearer ${agent.token}` },
    signal: cancellation.signal,
  });
  await started.promise;
  cancellation.abort();
  await expect(response).rejects.toThrow('aborted');
  await closed;
  canContinue.resolve();
  await removed.promise;
  const files = await readdir(folder, { recursive: true });
  expect(files.filter((file) => file.endsWith('.webp'))).toEqual([]);
}

const readTitles = async () => {
  const rows = await server.db.selectFrom('properties').select('title').execute();
  return rows.map(({ title }) => title);
};

test('a canceled new listing is not published', async () => {
  await cancel('POST', '/api/properties');
  expect(await readTitles()).toEqual([]);
});

test('a canceled change leaves the listing unchanged', async () => {
  const _id = await server.addProperty(agent, { title: 'Cabin' });
  await cancel('PUT', `/api/properties/${_id}`);
  expect(await readTitles()).toEqual(['Cabin']);
  started = Promise.withResolvers();
  canContinue = Promise.withResolvers();
  canContinue.resolve();
  // The same form succeeds without a cancellation.
  await server.ok(endpoints.updateProperty, {
    as: agent,
    params: { id: _id },
    form: buildForm(),
  });
  expect(await readTitles()).toEqual(['Canceled Cabin']);
});
