/**
 * Reads multipart forms, for every endpoint whose entry in the table has `files`:
 *
 *     register(endpoints.createProperty, ({ request, actor }) =>
 *       receiveUpload(request, endpoints.createProperty.files, ({ fields, files, signal }) =>
 *         service.create(actor, { fields, images: files, signal })),
 *     );
 *
 * Each upload stores its files in a separate temporary folder, which is always deleted when the callback has finished;
 * `fields` are unvalidated strings (see `parseOrThrow`), and `files` are the input of `storeImages`.
 */

import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { pipeline } from 'node:stream/promises';
import multipart, {
  type Multipart,
  type MultipartFile,
  type MultipartValue,
} from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { EndpointFiles } from '#shared/endpoints/endpoint.ts';
import { MAX_IMAGE_BYTES } from '#shared/limits.ts';
import { AppError, validationFailed } from '../../errors/app-error.ts';
import { type FreeBytes, hasFreeDisk } from '../../storage/free-disk.ts';
import { connectionClosedError } from '../limits/disconnect-signal.ts';
import { networkKey } from '../limits/rate-limits.ts';
import { type StallRule, UPLOAD_STALL_RULE, watchForStall } from './stall-watch.ts';
import { createTempFolder, removeLeftovers, type TempFolder } from './upload-folder.ts';
import {
  createUploadTracker,
  UPLOAD_LIMITS,
  type UploadLimits,
  type UploadInProgress,
} from './upload-limits.ts';

/** An uploaded file, available until `use` has finished. */
export type UploadedFile = {
  /** The path of its temporary copy. */
  source: string;
  /** The name of its form field. */
  field: string;
  /** The client's file name, without folders; for messages only. */
  name: string;
  sizeBytes: number;
  /** The SHA-256 of its content, in hexadecimal. */
  sha256: string;
};

/** A form that was read completely. Files are in the order sent. */
export type Upload = {
  fields: Record<string, string>;
  files: UploadedFile[];
  /**
   * Aborted when the upload is canceled. The reason is an AppError; CLIENT_GONE if the client
   * closed the connection. Recheck it before writing because a canceled upload must change nothing.
   */
  signal: AbortSignal;
};

/**
 * Reads a request's form, passes it to `use`, and returns its result. Uploads are not queued: data is written to disk as
 * it arrives, within the limits of upload-limits.ts.
 *
 * @param expected the endpoint's `files`, such as the name of the file field and the maximum number of files
 * @throws AppError UNSUPPORTED_TYPE for a body that is not a multipart form; TOO_LARGE for a file (named in the
 *   message) or a field that is too large, or too many of them; VALIDATION_FAILED for a file in another field, text in
 *   a file field, or a field sent twice; BAD_REQUEST for a malformed or stalled form; CLIENT_GONE; TOO_MANY_REQUESTS
 *   for too many concurrent uploads, or bytes, of one account or visitor; UNAVAILABLE for too many in total, or if less
 *   than 1 GB of disk is free
 */
export type ReceiveUpload = <T>(
  request: FastifyRequest,
  expected: EndpointFiles,
  use: (upload: Upload) => Promise<T>,
) => Promise<T>;

/**
 * Fits the longest text at four bytes per character, plus a margin to detect text that is too long.
 */
const MAX_FIELD_BYTES = 128 * 1024;
const MAX_FIELDS = 100;

const MAX_TOTAL_FIELD_BYTES = 2 * 1024 * 1024;
/**
 * The maximum number of bytes that are read and discarded after an error. Browsers read the response only after sending
 * the entire body.
 */
const MAX_DISCARDED_BYTES = 1024 ** 3;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route accepts multipart forms; other routes reject them with 415. */
    acceptsMultipart?: boolean;
  }
}

/**
 * Installs the parser of multipart forms. Must be called before the routes are registered.
 *
 * @param options.folder where files are stored; created when needed. Files left by a crash more than a day ago are deleted
 * @param options.freeBytes returns the free space of the folder's disk
 * @param options.limits default: UPLOAD_LIMITS
 */
export async function installMultipart(
  app: FastifyInstance,
  options: {
    folder?: string | undefined;
    stallRule?: StallRule;
    freeBytes?: FreeBytes | undefined;
    limits?: Partial<UploadLimits> | undefined;
  } = {},
): Promise<ReceiveUpload> {
  const { folder = tmpdir(), stallRule = UPLOAD_STALL_RULE, freeBytes } = options;
  // Disabled because addFile throws an error that names the file.
  await app.register(multipart, { throwFileSizeLimit: false });
  app.addHook('preValidation', async (request) => {
    if (request.isMultipart() && request.routeOptions.config.acceptsMultipart !== true) {
      throw new AppError('UNSUPPORTED_TYPE', 'This type of content is not accepted here.');
    }
  });
  await removeLeftovers(folder);
  const startUpload = createUploadTracker({ ...UPLOAD_LIMITS, ...options.limits });
  const requireFreeSpace = async () => {
    if (!(await hasFreeDisk(folder, freeBytes))) throw diskFullError();
  };

  const startOrDiscard = (request: FastifyRequest) => {
    try {
      return startUpload(request.actor?._id ?? networkKey(request.ip));
    } catch (error) {
      discardRest(request, stallRule);
      throw error;
    }
  };

  return async (request, expected, use) => {
    if (!request.isMultipart()) {
      throw new AppError('UNSUPPORTED_TYPE', 'Please send this form as multipart/form-data.');
    }
    const tempFolder = createTempFolder(folder);
    const inProgress = startOrDiscard(request);
    const { socket } = request.raw;
    const onClose = () => inProgress.abort(connectionClosedError());
    socket.once('close', onClose);
    try {
      if (socket.destroyed) throw connectionClosedError();
      const upload = await readForm(request, {
        expected,
        inProgress,
        stallRule,
        requireFreeSpace,
        nextFile: tempFolder.nextFile,
      });
      return await use(upload);
    } finally {
      socket.off('close', onClose);
      inProgress.end();
      await tempFolder.remove();
    }
  };
}

type ReadOptions = {
  expected: EndpointFiles;
  inProgress: UploadInProgress;
  stallRule: StallRule;
  /** @throws AppError UNAVAILABLE if the disk is almost full */
  requireFreeSpace: () => Promise<void>;
  nextFile: TempFolder['nextFile'];
};

async function readForm(request: FastifyRequest, reading: ReadOptions): Promise<Upload> {
  const { inProgress, stallRule } = reading;
  const stopWatch = watchForStall(
    () => request.raw.socket.bytesRead,
    stallRule,
    () => inProgress.abort(uploadStalledError()),
  );
  try {
    return await collectParts(request, reading);
  } catch (error) {
    discardRest(request, stallRule);
    throw inProgress.signal.aborted ? inProgress.signal.reason : toUploadError(error, request);
  } finally {
    stopWatch();
  }
}

async function collectParts(request: FastifyRequest, reading: ReadOptions): Promise<Upload> {
  const { expected, inProgress } = reading;
  await reading.requireFreeSpace();
  let fieldBytes = 0;
  const upload: Upload = { fields: {}, files: [], signal: inProgress.signal };
  const parts = request.parts({
    limits: {
      fieldSize: expected.maxFieldBytes ?? MAX_FIELD_BYTES,
      fileSize: expected.maxFileBytes ?? MAX_IMAGE_BYTES,
      parts: MAX_FIELDS + expected.max + 1,
    },
  });
  const aborted = rejectOnAbort(inProgress.signal);
  for (;;) {
    const next = await Promise.race([parts.next(), aborted]);
    if (next.done === true) return upload;
    const part: Multipart = next.value;
    if (part.type === 'field') {
      addField(upload, part, expected);
      // Fields are stored in memory.
      fieldBytes += Buffer.byteLength(upload.fields[part.fieldname] ?? '');
      const max = Math.max(MAX_TOTAL_FIELD_BYTES, expected.maxFieldBytes ?? 0);
      if (fieldBytes > max) throw tooLargeError('The text fields of the form are too long.');
    }
    if (part.type === 'file') await addFile(upload, part, reading);
  }
}

function addField({ fields }: Upload, part: MultipartValue, expected: EndpointFiles): void {
  const { fieldname: name, value, valueTruncated } = part;
  if (valueTruncated) throw tooLargeError(`The field "${name.slice(0, 100)}" is too long.`);
  const invalidError = (message: string) => validationFailed([{ path: name, message }]);
  if (typeof value !== 'string') throw invalidError('Must be text.');
  if (isFileField(expected, name)) {
    // Some clients send this for an empty file input.
    if (value === '') return;
    throw invalidError('Please send a file.');
  }
  if (Object.hasOwn(fields, name)) throw invalidError('This field was sent more than once.');
  fields[name] = value;
}

async function addFile(
  { files }: Upload,
  part: MultipartFile,
  { expected, inProgress, requireFreeSpace, nextFile }: ReadOptions,
): Promise<void> {
  const { fieldname, file } = part;
  // Contrary to its type, it is undefined if the client sends no file name.
  const name = (part.filename as string | undefined) ?? '';
  if (!isFileField(expected, fieldname)) {
    throw validationFailed([{ path: fieldname, message: 'No file is expected here.' }]);
  }
  if (expected.additionalNames !== undefined && files.some(({ field }) => field === fieldname)) {
    throw validationFailed([{ path: fieldname, message: 'Only one file can be sent here.' }]);
  }
  if (files.length === expected.max && name !== '') {
    throw tooLargeError(
      expected.max === 1
        ? 'Only one file can be sent.'
        : `At most ${expected.max} files can be uploaded at a time.`,
    );
  }
  const maxBytes = expected.maxFileBytes ?? MAX_IMAGE_BYTES;
  const fileTooLargeError = () =>
    tooLargeError(`"${name.slice(0, 100)}" is larger than ${maxBytes / 1024 / 1024} MB.`);
  file.once('limit', () => file.destroy(fileTooLargeError()));
  await requireFreeSpace();
  const source = await nextFile();
  const hash = createHash('sha256');
  const countAndHash = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      inProgress.addBytes(chunk.length);
      hash.update(chunk);
      yield chunk;
    }
  };
  const copy = createWriteStream(source, { flags: 'wx', mode: 0o600 });
  await pipeline(file, countAndHash, copy, { signal: inProgress.signal });
  // The limit may have been reached before the listener was added.
  if (file.truncated) throw fileTooLargeError();
  const sizeBytes = file.bytesRead;
  // An empty file input sends an empty file without a name.
  if (name === '' && sizeBytes === 0) return;
  const sha256 = hash.digest('hex');
  files.push({ source, field: fieldname, name: name === '' ? 'file' : name, sizeBytes, sha256 });
}

/** Returns whether the form field with this name is for files. */
function isFileField({ name, additionalNames = [] }: EndpointFiles, field: string): boolean {
  return field === name || additionalNames.includes(field);
}

/** Reads and discards the rest of the body, up to a limit. */
function discardRest({ raw }: FastifyRequest, stallRule: StallRule): void {
  if (raw.readableEnded || raw.destroyed) return;
  const { socket } = raw;
  const stopWatch = watchForStall(
    () => socket.bytesRead,
    stallRule,
    () => socket.destroy(),
  );
  let discardedBytes = 0;
  raw.unpipe();
  raw.on('data', (chunk: Buffer) => {
    discardedBytes += chunk.length;
    if (discardedBytes > MAX_DISCARDED_BYTES) socket.destroy();
  });
  raw.once('close', stopWatch);
  raw.once('end', stopWatch);
  // Ignores disconnects.
  raw.on('error', () => undefined);
  raw.resume();
}

/** Converts connection and parser errors. Returns disk errors unchanged. */
function toUploadError(error: unknown, { raw }: FastifyRequest): unknown {
  if (error instanceof AppError) return error;
  if (raw.destroyed && !raw.complete) return connectionClosedError();
  if (error instanceof Error && 'syscall' in error) return error;
  const isLimitError = error instanceof Error && 'statusCode' in error && error.statusCode === 413;
  return isLimitError
    ? tooLargeError('The form has too many fields.')
    : new AppError('BAD_REQUEST', 'The form could not be read.', { cause: error });
}

const diskFullError = () =>
  new AppError('UNAVAILABLE', 'Files cannot be accepted right now. Please try again later.', {
    retryAfterSeconds: 60,
    shedFor: 'free disk',
  });

const tooLargeError = (message: string) => new AppError('TOO_LARGE', message);

const uploadStalledError = () =>
  new AppError('BAD_REQUEST', 'The upload stalled. Please try again.');

/** Returns a promise that rejects when the signal is aborted and never resolves. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  // Prevents an unhandled rejection if nothing awaits it.
  promise.catch(() => undefined);
  return promise;
}
