/**
 * Opens an import file, which can be gzipped, as a stream and detects its format from its content.
 */

import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { createGunzip } from 'node:zlib';
import { formatNumber } from '#shared/format/numbers.ts';
import { StartError } from '../../../errors/start-error.ts';
import { createDecoder, decodeText, EncodingError } from './decode-text.ts';

/** A file format, detected by the first non-blank character: CSV, or JSON with an array or an object at its root. */
export type SourceFormat = 'csv' | 'json array' | 'json object';

/** The maximum number of bytes used to detect the format. */
const MAX_START_BYTES = 4_096;

/** An open file. */
export type Source = {
  format: SourceFormat;
  /**
   * The decompressed text. Throws a `StartError` if the file is damaged, too large, or in another
   * encoding.
   */
  chunks: AsyncIterable<string>;
};

/** Options for reading a file. */
export type SourceOptions = {
  /** Receives the number of bytes read from disk since the last call. */
  onRead: (bytes: number) => void;
  /** The declared encoding; UTF-8 if absent. */
  encoding?: string | undefined;
  /** The maximum decompressed size; unlimited if absent. */
  maxBytes?: number | undefined;
};

/** @throws StartError if the file is unreadable, empty, in another encoding, or neither CSV nor JSON */
export async function openSource(
  file: string,
  { onRead, encoding, maxBytes = Infinity }: SourceOptions,
): Promise<Source> {
  const name = path.basename(file);
  const isGzip = await hasGzipSignature(file, name);
  const chunks = limitSize(readChunks(file, isGzip, onRead), maxBytes, name);
  const start = await readStart(chunks, encoding);
  if (start.length === 0) throw new StartError(`${name} is empty.`);
  return {
    format: detectFormat(start, name, encoding),
    chunks: decodeText(prepend(start, chunks), encoding, name),
  };
}

/** Reads up to the first non-blank character. The rest is read on demand. */
async function readStart(
  chunks: AsyncIterator<Uint8Array>,
  encoding: string | undefined,
): Promise<Uint8Array> {
  let start = Buffer.alloc(0);
  while (start.length < MAX_START_BYTES && decodeStart(start, encoding) === '') {
    const next = await chunks.next();
    if (next.done === true) break;
    start = Buffer.concat([start, next.value]);
  }
  return start;
}

/** Returns the file size in bytes for reporting progress. */
export async function measureSource(file: string): Promise<number> {
  const handle = await open(file).catch((error: unknown) => {
    throw toStartError(path.basename(file), error);
  });
  try {
    const { size } = await handle.stat();
    return size;
  } finally {
    await handle.close();
  }
}

async function hasGzipSignature(file: string, name: string): Promise<boolean> {
  try {
    const handle = await open(file);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
      return bytesRead === 2 && buffer.readUInt16BE(0) === 0x1f8b;
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw toStartError(name, error);
  }
}

async function* readChunks(
  file: string,
  isGzip: boolean,
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array, void> {
  const disk = createReadStream(file, { highWaterMark: 256 * 1024 });
  disk.on('data', (chunk) => onRead(chunk.length));
  const decompressed = isGzip ? disk.pipe(createGunzip()) : disk;
  // Pipes do not forward errors from their source.
  disk.on('error', (error) => decompressed.destroy(error));
  try {
    for await (const chunk of decompressed) {
      if (chunk instanceof Uint8Array && chunk.length > 0) yield chunk;
    }
  } catch (error) {
    throw toStartError(path.basename(file), error);
  } finally {
    disk.destroy();
    decompressed.destroy();
  }
}

/** Fails after `maxBytes` because a small gzip file can contain many gigabytes. */
async function* limitSize(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
  name: string,
): AsyncGenerator<Uint8Array, void> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBytes) {
      throw new StartError(
        `${name} has more than ${formatNumber(maxBytes / 1024 / 1024)} MB of text. Split it into smaller files.`,
      );
    }
    yield chunk;
  }
}

async function* prepend<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T, void> {
  yield first;
  yield* rest;
}

function detectFormat(start: Uint8Array, name: string, encoding: string | undefined): SourceFormat {
  const hasUtf16ByteOrderMark =
    (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff);
  if (hasUtf16ByteOrderMark && encoding === undefined) {
    throw new EncodingError(
      `${name} is in UTF-16: save it as UTF-8, or specify --encoding ${start[0] === 0xff ? 'utf-16le' : 'utf-16be'}.`,
    );
  }
  const text = decodeStart(start, encoding);
  if (text.includes('\0')) throw new StartError(`${name} is neither CSV nor JSON.`);
  if (text.startsWith('[')) return 'json array';
  return text.startsWith('{') ? 'json object' : 'csv';
}

function decodeStart(start: Uint8Array, encoding: string | undefined): string {
  const decoder = createDecoder(encoding ?? 'utf-8', { isLenient: true });
  return decoder.decode(start.subarray(0, MAX_START_BYTES)).trimStart();
}

function toStartError(name: string, error: unknown): StartError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reasons: Record<string, string> = {
    ENOENT: 'does not exist',
    EACCES: 'cannot be read by this user',
    EPERM: 'cannot be read by this user',
    EISDIR: 'is a folder',
    Z_DATA_ERROR: 'is a damaged gzip file',
    Z_BUF_ERROR: 'is a gzip file that ends too early',
  };
  return new StartError(`${name} ${reasons[code] ?? `cannot be read (${code || String(error)})`}.`);
}
