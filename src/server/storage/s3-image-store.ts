/**
 * Stores pictures in a bucket of an S3-compatible store, as `<prefix><key>/<variant>.webp`. Visitors get them from the
 * server, so the bucket can be private.
 */

import { Readable } from 'node:stream';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { S3Config } from '../config/config.ts';
import { AppError } from '../errors/app-error.ts';
import { reasonOf } from '../errors/reason-of.ts';
import { StartError } from '../errors/start-error.ts';
import { IMAGE_VARIANTS, imageFileName, isStoredKey, type ImageVariant } from './image-keys.ts';
import type { ImageFiles, ImageStore, OpenImage } from './image-store.ts';

const BATCH_SIZE = 500;
const REQUEST_TIMEOUT_MS = 30_000;
/** The time limit for reading a picture, including retries. Until then, the request occupies a slot in its queue. */
const READ_TIMEOUT_MS = 10_000;
/** The time limit of one delete request, including retries. Callers wait for it, and a sweep removes what remains. */
const REMOVAL_TIMEOUT_MS = 5_000;
/** The maximum number of keys in one delete request. */
const MAX_DELETED_KEYS = 1_000;

/** The store, with a check at startup and a way to close it. */
export type S3ImageStore = ImageStore & {
  /** @throws StartError if the bucket does not exist or the credentials are wrong */
  check: () => Promise<void>;
  close: () => void;
};

export function createS3ImageStore(config: S3Config): S3ImageStore {
  const client = new S3Client({
    region: config.region,
    // Servers other than AWS rarely have a host name for each bucket, and not all support the newer checksums.
    ...(config.endpoint === undefined ? {} : { endpoint: config.endpoint, forcePathStyle: true }),
    ...(config.credentials === undefined ? {} : { credentials: config.credentials }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      socketTimeout: REQUEST_TIMEOUT_MS,
    },
  });
  const { bucket: Bucket, prefix } = config;
  const objectKey = (key: string, variant: ImageVariant) => {
    if (!isStoredKey(key)) throw new Error('This is not the key of a stored picture.');
    return `${prefix}${key}/${imageFileName(variant)}`;
  };

  async function exists(key: string): Promise<boolean> {
    const Key = objectKey(key, 'full');
    return (
      (await undefinedIfMissing(client.send(new HeadObjectCommand({ Bucket, Key })))) !== undefined
    );
  }

  /** Stores `full` last because `exists` treats a picture without it as missing. */
  async function put(key: string, files: ImageFiles): Promise<void> {
    if (await exists(key)) throw new Error('The key of the picture is already in use.');
    const fullLast = [...files].toSorted(([a], [b]) => Number(a === 'full') - Number(b === 'full'));
    try {
      for (const [variant, Body] of fullLast) {
        const Key = objectKey(key, variant);
        const headers = { ContentType: 'image/webp', ContentLength: Body.length };
        await undefinedIfMissing(
          client.send(new PutObjectCommand({ Bucket, Key, Body, ...headers })),
        );
      }
    } catch (error) {
      // If this fails, a later sweep removes the files.
      await remove([key]).catch(() => undefined);
      throw error;
    }
  }

  async function open(key: string, variant: ImageVariant): Promise<OpenImage | null> {
    if (!isStoredKey(key)) return null;
    const Key = objectKey(key, variant);
    const read = async () => {
      const abortSignal = AbortSignal.timeout(READ_TIMEOUT_MS);
      const command = new GetObjectCommand({ Bucket, Key });
      const { Body, LastModified } = await client.send(command, { abortSignal });
      return { bytes: await Body?.transformToByteArray(), modifiedAt: LastModified };
    };
    const object = await undefinedIfMissing(read());
    if (object?.bytes === undefined) return null;
    const { bytes, modifiedAt = new Date(0) } = object;
    // Read completely, so that a client that does not read its response never occupies a connection to the store.
    return { stream: Readable.from(Buffer.from(bytes)), sizeBytes: bytes.length, modifiedAt };
  }

  async function remove(keys: readonly string[]): Promise<void> {
    const objects = keys.flatMap((key) =>
      IMAGE_VARIANTS.map((variant) => ({ Key: objectKey(key, variant) })),
    );
    for (let start = 0; start < objects.length; start += MAX_DELETED_KEYS) {
      const Delete = { Objects: objects.slice(start, start + MAX_DELETED_KEYS), Quiet: true };
      const response = await undefinedIfMissing(
        client.send(new DeleteObjectsCommand({ Bucket, Delete }), {
          abortSignal: AbortSignal.timeout(REMOVAL_TIMEOUT_MS),
        }),
      );
      const [failed] = response?.Errors ?? [];
      if (failed) throw new Error(`S3 did not delete an object: ${failed.Code}`);
    }
  }

  async function* listOlderThan(before: Date): AsyncGenerator<string[]> {
    const batch: string[] = [];
    // Objects are listed by name, so those of one picture are adjacent.
    let current: { key: string; isOld: boolean } | undefined;
    const finish = () => {
      if (current?.isOld) batch.push(current.key);
    };
    for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })) {
      for (const { Key = '', LastModified = new Date() } of page.Contents ?? []) {
        const [key = ''] = Key.slice(prefix.length).split('/');
        if (!isStoredKey(key)) continue;
        if (current?.key !== key) {
          finish();
          current = { key, isOld: true };
        }
        current.isOld &&= LastModified < before;
      }
      if (batch.length >= BATCH_SIZE) {
        yield batch.splice(0, BATCH_SIZE);
      }
    }
    finish();
    while (batch.length > 0) yield batch.splice(0, BATCH_SIZE);
  }

  async function check(): Promise<void> {
    try {
      await client.send(new HeadBucketCommand({ Bucket }));
    } catch (error) {
      const status =
        error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
      if (status === 404) throw new StartError(`S3_BUCKET ${Bucket} does not exist.`);
      if (status === 403) {
        throw new StartError(`S3_BUCKET ${Bucket} is not accessible with these S3 access keys.`);
      }
      // The store may recover. Until then, pages are served without pictures.
    }
  }

  return { put, open, remove, listOlderThan, check, close: () => client.destroy() };
}

/**
 * Returns a response, or undefined if the object does not exist.
 *
 * @throws AppError UNAVAILABLE while the store is down
 */
async function undefinedIfMissing<T>(response: Promise<T>): Promise<T | undefined> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof S3ServiceException && ['NoSuchKey', 'NotFound'].includes(error.name)) {
      return undefined;
    }
    const isClientError = error instanceof S3ServiceException && error.$fault === 'client';
    if (isClientError) throw error;
    throw new AppError('UNAVAILABLE', 'Pictures are not available right now.', {
      cause: error,
      retryAfterSeconds: 5,
      shedFor: `picture storage: ${reasonOf(error)}`,
    });
  }
}
