/**
 * The one way to read multipart forms, for every call whose entry in the endpoint table has `files`:
 *
 *     register(endpoints.createProperty, ({ request, actor }) =>
 *       takeUpload(request, endpoints.createProperty.files, ({ fields, files, requireSender }) =>
 *         service.create(actor, { fields, images: files, requireSender })),
 *     );
 *
 * Files wait in a temporary folder of the upload's own, which is gone when the call is answered, whatever
 * happened; `fields` are unchecked texts (see `parseOrThrow`), and `files` are what `storeImages` takes.
 */

import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import multipart, {
  type Multipart,
  type MultipartFile,
  type MultipartValue,
} from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { EndpointFiles } from '#shared/endpoints/endpoint.ts';
import { IMAGE_MAX_BYTES } from '#shared/limits.ts';
import { AppError, validationFailed } from '../../errors/app-error.ts';
import { createSemaphore } from '../../concurrency/semaphore.ts';
import { type StallRule, UPLOAD_STALL_RULE, watchForStall } from './stall-watch.ts';

/** A file that was sent, until the call is answered. */
export type UploadedFile = {
  /** Path of its temporary copy. */
  source: string;
  /** The name of its part. */
  field: string;
  /** What the sender calls it, without folders; for messages only. */
  name: string;
  sizeBytes: number;
};

/** A form that was read to its end. Files are in the order in which they were sent. */
export type Upload = {
  fields: Record<string, string>;
  files: UploadedFile[];
  /**
   * To be called when all is ready and nothing is changed yet: whoever cancelled is told that nothing was.
   *
   * @throws AppError CLIENT_GONE when the sender has closed the connection
   */
  requireSender: () => void;
};

/**
 * Reads the form of a request and gives it to `use`, whose result it returns. Waits while four others are
 * being taken.
 *
 * @param expected the entry's `files`: name of the file field, and how many it may hold
 * @throws AppError UNSUPPORTED_TYPE for a body that is no multipart form; TOO_LARGE for a file of more than
 *   25 MB (named in the message), too many files, or too long a field; VALIDATION_FAILED for a file in another
 *   field or a field sent twice; BAD_REQUEST for a form that is damaged, or stalls; CLIENT_GONE; UNAVAILABLE while
 *   less than 1 GB of disk is free
 */
export type TakeUpload = <T>(
  request: FastifyRequest,
  expected: EndpointFiles,
  use: (upload: Upload) => Promise<T>,
) => Promise<T>;

/** Uploads that one process takes at the same time. */
const UPLOADS_AT_ONCE = 4;
/** Four bytes for every character of the longest text, and room to say that it is too long. */
const FIELD_MAX_BYTES = 128 * 1024;
const FIELDS_MOST = 100;
/** What is read and thrown away after a refusal, so that a browser, which sends first and listens then, gets to know it. */
const DISCARDED_MOST_BYTES = 1024 ** 3;
/** Below it no upload is taken: the database needs what is left. */
const FREE_LEAST_BYTES = 1024 ** 3;
const TEMP_PREFIX = 'doorstep-upload-';
const LEFTOVER_AGE_MS = 24 * 60 * 60 * 1000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes a multipart form; all others refuse one with 415. */
    takesMultipart?: boolean;
  }
}

/**
 * Must be installed before the routes.
 *
 * @param options.folder where files wait; made when needed. What crashes left in it goes after a day
 * @param options.freeBytes how much room there is in the folder
 */
export async function installMultipart(
  app: FastifyInstance,
  options: {
    folder?: string | undefined;
    stallRule?: StallRule;
    freeBytes?: ((folder: string) => Promise<number>) | undefined;
  } = {},
): Promise<TakeUpload> {
  const { folder = tmpdir(), stallRule = UPLOAD_STALL_RULE, freeBytes = askFreeBytes } = options;
  // The error that names the file is made below.
  await app.register(multipart, { throwFileSizeLimit: false });
  app.addHook('preValidation', async (request) => {
    if (request.isMultipart() && request.routeOptions.config.takesMultipart !== true) {
      throw new AppError('UNSUPPORTED_TYPE', 'This type of content is not accepted here.');
    }
  });
  await removeLeftovers(folder);
  const slots = createSemaphore(UPLOADS_AT_ONCE);

  return async (request, expected, use) => {
    if (!request.isMultipart()) {
      throw new AppError('UNSUPPORTED_TYPE', 'Please send this form as multipart/form-data.');
    }
    return slots(async () => {
      if ((await freeBytes(folder)) < FREE_LEAST_BYTES) {
        discardRest(request, stallRule);
        throw diskFull();
      }
      const tempFolder = createTempFolder(folder);
      try {
        return await use(await readForm(request, expected, { tempFolder, stallRule }));
      } finally {
        await tempFolder.remove();
      }
    });
  };
}

async function readForm(
  request: FastifyRequest,
  expected: EndpointFiles,
  { tempFolder, stallRule }: { tempFolder: TempFolder; stallRule: StallRule },
): Promise<Upload> {
  // While it waited for its turn.
  if (request.raw.destroyed) throw clientGone();
  const stalled = new AbortController();
  const stopWatch = watchForStall(request.raw.socket, stallRule, () => stalled.abort());
  try {
    return await collectParts(request, expected, tempFolder, stalled.signal);
  } catch (error) {
    discardRest(request, stallRule);
    if (stalled.signal.aborted) {
      throw new AppError('BAD_REQUEST', 'The upload stalled. Please try it again.');
    }
    throw toUploadError(error, request);
  } finally {
    stopWatch();
  }
}

async function collectParts(
  request: FastifyRequest,
  expected: EndpointFiles,
  tempFolder: TempFolder,
  signal: AbortSignal,
): Promise<Upload> {
  const upload: Upload = {
    fields: {},
    files: [],
    requireSender: () => {
      if (request.raw.socket.destroyed) throw clientGone();
    },
  };
  const parts = request.parts({
    limits: {
      fieldSize: expected.fieldMaxBytes ?? FIELD_MAX_BYTES,
      fileSize: expected.fileMaxBytes ?? IMAGE_MAX_BYTES,
      parts: FIELDS_MOST + expected.most + 1,
    },
  });
  const stall = rejectWhen(signal);
  for (;;) {
    const next = await Promise.race([parts.next(), stall]);
    if (next.done === true) return upload;
    const part: Multipart = next.value;
    if (part.type === 'field') addField(upload, part, expected);
    else await addFile(upload, part, expected, tempFolder, signal);
  }
}

function addField({ fields }: Upload, part: MultipartValue, expected: EndpointFiles): void {
  const { fieldname: name, value, valueTruncated } = part;
  if (valueTruncated) throw tooLarge(`The field "${name.slice(0, 100)}" is too long.`);
  const refuse = (message: string) => validationFailed([{ path: name, message }]);
  if (typeof value !== 'string') throw refuse('Please send a text.');
  if (isFileField(expected, name)) {
    // What some clients send where no file was chosen.
    if (value === '') return;
    throw refuse('Please send a file.');
  }
  if (Object.hasOwn(fields, name)) throw refuse('This field was sent more than once.');
  fields[name] = value;
}

async function addFile(
  { files }: Upload,
  part: MultipartFile,
  expected: EndpointFiles,
  tempFolder: TempFolder,
  signal: AbortSignal,
): Promise<void> {
  const { fieldname, file } = part;
  // Contrary to its type it is absent where the sender names none.
  const name = (part.filename as string | undefined) ?? '';
  if (!isFileField(expected, fieldname)) {
    throw validationFailed([{ path: fieldname, message: 'No file is expected here.' }]);
  }
  if (expected.alsoNamed !== undefined && files.some(({ field }) => field === fieldname)) {
    throw validationFailed([{ path: fieldname, message: 'Only one file can be sent here.' }]);
  }
  if (files.length === expected.most && name !== '') {
    throw tooLarge(
      expected.most === 1
        ? 'Only one file can be sent.'
        : `At most ${expected.most} files can be sent at once.`,
    );
  }
  const maxBytes = expected.fileMaxBytes ?? IMAGE_MAX_BYTES;
  const overLimit = () =>
    tooLarge(`"${name.slice(0, 100)}" is larger than ${maxBytes / 1024 / 1024} MB.`);
  file.once('limit', () => file.destroy(overLimit()));
  const source = await tempFolder.nextFile();
  await pipeline(file, createWriteStream(source, { flags: 'wx', mode: 0o600 }), { signal });
  // The limit may have been met before anybody listened.
  if (file.truncated) throw overLimit();
  const sizeBytes = file.bytesRead;
  // A file input in which nothing was chosen.
  if (name === '' && sizeBytes === 0) return;
  files.push({ source, field: fieldname, name: name === '' ? 'file' : name, sizeBytes });
}

/** Whether a part of this name is a file. */
function isFileField({ name, alsoNamed = [] }: EndpointFiles, field: string): boolean {
  return (
    field === name ||
    (!field.endsWith(':N') && alsoNamed.includes(field.replace(/:\d{1,3}$/, ':N')))
  );
}

/** Goes on reading after a refusal, but not for ever. */
function discardRest({ raw }: FastifyRequest, stallRule: StallRule): void {
  if (raw.readableEnded || raw.destroyed) return;
  const { socket } = raw;
  const stopWatch = watchForStall(socket, stallRule, () => socket.destroy());
  let discardedBytes = 0;
  raw.unpipe();
  raw.on('data', (chunk: Buffer) => {
    discardedBytes += chunk.length;
    if (discardedBytes > DISCARDED_MOST_BYTES) socket.destroy();
  });
  raw.once('close', stopWatch);
  raw.once('end', stopWatch);
  // The sender may go away meanwhile, which is nobody's fault.
  raw.on('error', () => undefined);
  raw.resume();
}

/** What the reader and its parser throw, in our words; trouble with the disk stays what it is. */
function toUploadError(error: unknown, { raw }: FastifyRequest): unknown {
  if (error instanceof AppError) return error;
  if (raw.destroyed && !raw.complete) return clientGone();
  if (error instanceof Error && 'syscall' in error) return error;
  const isLimit = error instanceof Error && 'statusCode' in error && error.statusCode === 413;
  return isLimit
    ? tooLarge('The form has too many fields.')
    : new AppError('BAD_REQUEST', 'The form could not be read.', { cause: error });
}

/** Of the file system, for this account. */
async function askFreeBytes(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true });
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

const diskFull = () =>
  new AppError('UNAVAILABLE', 'Files cannot be taken right now. Please try again later.', {
    retryAfterSeconds: 60,
  });

const tooLarge = (message: string) => new AppError('TOO_LARGE', message);

const clientGone = () => new AppError('CLIENT_GONE', 'The connection was closed.');

/** Never resolves; rejects when the signal is given. */
function rejectWhen(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  // Nobody may be waiting when it happens.
  promise.catch(() => undefined);
  return promise;
}

type TempFolder = {
  /** Path of a new file, which is not there yet. */
  nextFile: () => Promise<string>;
  remove: () => Promise<void>;
};

/** A folder that only this process's account can enter, made with its first file. */
function createTempFolder(parent: string): TempFolder {
  let made: string | null = null;
  let fileCount = 0;
  return {
    nextFile: async () => {
      if (made === null) {
        await mkdir(parent, { recursive: true });
        made = await mkdtemp(path.join(parent, TEMP_PREFIX));
      }
      fileCount += 1;
      return path.join(made, String(fileCount));
    },
    remove: async () => {
      if (made !== null) await rm(made, { recursive: true, force: true });
    },
  };
}

async function removeLeftovers(parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  for (const name of names.filter((entry) => entry.startsWith(TEMP_PREFIX))) {
    const folder = path.join(parent, name);
    const found = await stat(folder).catch(() => null);
    // By the system's clock, as its times are.
    if (found === null || Date.now() - found.mtimeMs < LEFTOVER_AGE_MS) continue;
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
