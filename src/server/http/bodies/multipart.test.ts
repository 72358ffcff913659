import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, utimes, mkdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MAX_IMAGE_BYTES } from '#shared/limits.ts';
import { installErrorHandler } from '../error-responses/error-handler.ts';
import { installShedLog } from '../logging/shed-log.ts';
import { installMultipart, type Upload } from './multipart.ts';

const MIB = 1024 * 1024;

let app: FastifyInstance;
let folder: string;
let url: string;
/** The forms that the route received, with the files' contents. */
let received: { fields: Upload['fields']; files: { name: string; content: string }[] }[];
/** Runs while an upload is in use. */
let whileInUse: () => Promise<void>;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'doorstep-test-'));
  received = [];
  whileInUse = () => Promise.resolve();
  await start(600);
});

async function start(stallSeconds: number): Promise<void> {
  app = Fastify({ bodyLimit: 1000 });
  installShedLog(app);
  installErrorHandler(app);
  const receiveUpload = await installMultipart(app, {
    folder,
    stallRule: { bytesPerSecond: 10_000, seconds: stallSeconds },
  });
  app.put('/form', { config: { acceptsMultipart: true } }, (request) =>
    receiveUpload(request, { name: 'images', max: 2 }, async ({ fields, files }) => {
      const contents = files.map(async ({ name, source }) => ({
        name,
        content: await readFile(source, 'latin1'),
      }));
      received.push({ fields, files: await Promise.all(contents) });
      await whileInUse();
      return { sizes: files.map(({ sizeBytes }) => sizeBytes) };
    }),
  );
  app.put('/json', () => ({ ok: true }));
  url = await app.listen({ host: '127.0.0.1', port: 0 });
}

afterEach(async () => {
  app.server.closeAllConnections();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

function formOf(...parts: [name: string, value: string | Buffer, fileName?: string][]): FormData {
  const form = new FormData();
  for (const [name, value, fileName] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([Uint8Array.from(value)]), fileName);
  }
  return form;
}

async function put(body: FormData | string, headers: Record<string, string> = {}, path = '/form') {
  const response = await fetch(url + path, { method: 'PUT', body, headers });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Expects that all uploaded files have been deleted. */
async function expectEmptyFolder(): Promise<void> {
  expect(await readdir(folder)).toEqual([]);
}

const BOUNDARY = 'form-boundary';
const FILE_PART_HEADER = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="images"; filename="a.png"\r\n\r\n`;

/** Opens a connection and sends the start of a form; the test writes the rest. */
async function openRawUpload(): Promise<{ socket: Socket; response: Promise<string> }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  const { promise, resolve } = Promise.withResolvers<string>();
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk) => (text += String(chunk)));
  socket.on('close', () => resolve(text)).on('error', () => resolve(text));
  socket.write(
    `PUT /form HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000000\r\n` +
      `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\n\r\n${FILE_PART_HEADER}`,
  );
  return { socket, response: promise };
}

describe('a form', () => {
  test('is passed to the handler with its fields and files in order, and its files are deleted afterward', async () => {
    const form = formOf(
      ['images', Buffer.from('first'), 'b.png'],
      ['title', 'Größe & "Lage"'],
      ['images', Buffer.from('second'), '../../etc/Küche "1".png'],
      ['empty', ''],
    );
    expect(await put(form)).toEqual({ status: 200, body: { sizes: [5, 6] } });
    expect(received[0]?.fields).toEqual({ title: 'Größe & "Lage"', empty: '' });
    expect(received[0]?.files[0]).toEqual({ name: 'b.png', content: 'first' });
    expect(received[0]?.files[1]?.content).toBe('second');
    expect(received[0]?.files[1]?.name).toMatch(/^Küche .*1.*\.png$/);
    await expectEmptyFolder();
  });

  test('can contain a 25 MB file, even if the limit for other bodies is smaller', async () => {
    const form = formOf(['images', Buffer.alloc(MAX_IMAGE_BYTES), 'large.png']);
    expect(await put(form)).toEqual({ status: 200, body: { sizes: [MAX_IMAGE_BYTES] } });
  });

  test('can contain a file input without a selected file', async () => {
    expect(await put(formOf(['images', Buffer.alloc(0), '']))).toMatchObject({ status: 200 });
    expect(await put(formOf(['images', '']))).toMatchObject({ status: 200 });
    expect(received.map(({ files }) => files)).toEqual([[], []]);
  });

  test.each([
    [
      'a file that is too large, naming the file',
      formOf(['images', Buffer.alloc(MAX_IMAGE_BYTES + 1), 'huge.png']),
      413,
      { code: 'TOO_LARGE', message: '"huge.png" is larger than 25 MB.' },
    ],
    [
      'too many files',
      formOf(
        ['images', Buffer.from('1'), '1.png'],
        ['images', Buffer.from('2'), '2.png'],
        ['images', Buffer.from('3'), '3.png'],
        ['images', Buffer.alloc(9 * MIB), '4.png'],
      ),
      413,
      { code: 'TOO_LARGE', message: 'At most 2 files can be uploaded at a time.' },
    ],
    [
      'a file in another field',
      formOf(['title', Buffer.from('1'), '1.png']),
      400,
      { errors: [{ path: 'title', message: 'No file is expected here.' }] },
    ],
    [
      'text in the file field',
      formOf(['images', 'text']),
      400,
      { errors: [{ path: 'images', message: 'Please send a file.' }] },
    ],
    [
      'a field that is sent twice',
      formOf(['title', 'one'], ['title', 'two']),
      400,
      { errors: [{ path: 'title', message: 'This field was sent more than once.' }] },
    ],
    [
      'text that is too long',
      formOf(['title', 'x'.repeat(128 * 1024 + 1)]),
      413,
      { code: 'TOO_LARGE', message: 'The field "title" is too long.' },
    ],
    [
      'too many fields',
      formOf(...Array.from({ length: 200 }, (_, index): [string, string] => [`f${index}`, 'x'])),
      413,
      { code: 'TOO_LARGE' },
    ],
    ['a name that would pollute object prototypes', formOf(['__proto__', 'x']), 400, {}],
  ])('is rejected for %s', async (_case, form, status, body) => {
    expect(await put(form)).toMatchObject({ status, body });
    expect(received).toEqual([]);
    await expectEmptyFolder();
  });

  test.each([
    ['an incomplete part', `${FILE_PART_HEADER}abc`, `multipart/form-data; boundary=${BOUNDARY}`],
    ['no boundary', `${FILE_PART_HEADER}abc`, 'multipart/form-data'],
    ['another body', 'hello', `multipart/form-data; boundary=${BOUNDARY}`],
  ])('is rejected if malformed: %s', async (_case, body, type) => {
    const response = await put(body, { 'content-type': type });
    expect(response).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    await expectEmptyFolder();
  });

  test('is rejected with 415 if it is not multipart, or if the endpoint accepts no files', async () => {
    const json = { 'content-type': 'application/json' };
    expect(await put('{}', json)).toMatchObject({ status: 415 });
    expect(await put('a=b', { 'content-type': 'application/x-www-form-urlencoded' })).toMatchObject(
      { status: 415 },
    );
    expect(await put(formOf(['title', 'x']), {}, '/json')).toMatchObject({ status: 415 });
    expect(await put('{}', json, '/json')).toMatchObject({ status: 200 });
  });

  test('leaves no files if the handler fails', async () => {
    whileInUse = () => Promise.reject(new Error('the database is down'));
    const response = await put(formOf(['images', Buffer.from('1'), '1.png']));
    expect(response).toMatchObject({ status: 500, body: { code: 'INTERNAL' } });
    await expectEmptyFolder();
  });
});

describe('an upload', () => {
  test('is aborted when it stalls, even if it made progress before', async () => {
    await app.close();
    await start(0.3);
    const { socket, response } = await openRawUpload();
    const folderListings: string[][] = [];
    // Sends for three times the stall period, and until the folder has been listed.
    for (let sentCount = 0; sentCount < 45 || folderListings.length === 0; sentCount += 1) {
      socket.write(Buffer.alloc(5_000));
      await pause(20);
      if (sentCount === 40) void readdir(folder).then((names) => folderListings.push(names));
    }
    expect(folderListings).toEqual([[expect.any(String)]]);
    const text = await response;
    expect(text).toContain('HTTP/1.1 400');
    expect(text).toContain('The upload stalled.');
    expect(received).toEqual([]);
    await expectEmptyFolder();
  });

  test('is deleted if the connection breaks', async () => {
    const responseClosed = Promise.withResolvers<void>();
    app.server.on('request', (_request, response) => response.on('close', responseClosed.resolve));
    const { socket } = await openRawUpload();
    socket.write(Buffer.alloc(100_000));
    await expect.poll(() => readdir(folder)).toHaveLength(1);
    socket.destroy();
    await responseClosed.promise;
    await expect.poll(() => readdir(folder)).toEqual([]);
    expect(received).toEqual([]);
  });

  test('does not wait for stalled uploads', async () => {
    const stalledUploads = await Promise.all(Array.from({ length: 20 }, openRawUpload));
    for (const { socket } of stalledUploads) socket.write(Buffer.alloc(1_000));
    await expect.poll(() => readdir(folder)).toHaveLength(20);
    const response = await put(formOf(['images', Buffer.from('1'), '1.png']));
    expect(response).toMatchObject({ status: 200 });
    expect(await readdir(folder)).toHaveLength(20);
    for (const { socket } of stalledUploads) socket.destroy();
    await expect.poll(() => readdir(folder)).toEqual([]);
  });

  test('is rejected if its text fields are too long in total', async () => {
    const parts = Array.from({ length: 20 }, (_, index): [string, string] => [
      `f${index}`,
      'x'.repeat(120 * 1024),
    ]);
    expect(await put(formOf(...parts))).toMatchObject({
      status: 413,
      body: { message: 'The text fields of the form are too long.' },
    });
  });

  test('is deleted after a day if its process crashed', async () => {
    const [oldFolder, recentFolder] = ['doorstep-upload-old', 'doorstep-upload-recent'];
    await mkdir(path.join(folder, oldFolder));
    await mkdir(path.join(folder, recentFolder));
    const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000);
    await utimes(path.join(folder, oldFolder), yesterday, yesterday);
    const restartedApp = Fastify();
    await installMultipart(restartedApp, { folder });
    await restartedApp.close();
    expect(await readdir(folder)).toEqual([recentFolder]);
  });
});
