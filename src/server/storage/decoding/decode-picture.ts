/**
 * Runs the jobs of a decoding process: checks a picture's header and encodes the picture as WebP.
 */

import { readFile } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { MAX_FULL_IMAGE_SIDE, MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS } from '#shared/limits.ts';
import { type ImageSource, readSignature, detectImageFormat } from '../image-format.ts';
import { type ImageVariant, smallerWidths, widthVariant } from '../image-keys.ts';
import { MAX_DECODE_BYTES, estimateBytes, MAX_JPEG_SCANS } from './decode-limits.ts';
import type {
  DecodeJob,
  DecodeResult,
  ImageKind,
  PreparedFiles,
  DecodeRejection,
} from './decode-messages.ts';
import { countScans } from './jpeg-scans.ts';

const AVATAR_SIDE = 480;
const MAX_LOGO_SIDE = 640;
const PLACEHOLDER_WIDTH = 16;
const WEBP_QUALITY = 80;

// Each process decodes one picture at a time in one thread.
sharp.concurrency(1);
// Each picture is decoded only once, so libvips must not keep its file open.
sharp.cache(false);

/** Thrown if a picture is rejected, with the reason and the decoder's message. */
export class PictureRejectedError extends Error {
  readonly reason: DecodeRejection;

  constructor(reason: DecodeRejection, cause?: unknown) {
    super(cause instanceof Error ? cause.message : reason);
    this.reason = reason;
  }
}

/**
 * Runs one job.
 *
 * @param requestMemory waits until the bytes are granted
 * @throws PictureRejectedError if the picture is rejected
 */
export async function decodePicture(
  job: DecodeJob,
  requestMemory: (bytes: number) => Promise<void>,
): Promise<DecodeResult[DecodeJob['type']]> {
  switch (job.type) {
    case 'prepare':
      await requestMemory(await checkHeader(job.source));
      try {
        return await createFiles(job.source, job.kind);
      } catch (error) {
        throw new PictureRejectedError('damaged', error);
      }
    case 'resize-stored':
      return resizeStored(job.source, job.width);
    case 'blur-stored':
      return blur(sharp(job.source));
  }
}

/** Checks the header and returns the memory needed for decoding, in bytes. */
async function checkHeader(source: ImageSource): Promise<number> {
  const { sizeBytes, signature } = await readSignature(source);
  if (sizeBytes > MAX_IMAGE_BYTES) throw new PictureRejectedError('too-many-bytes');
  const format = detectImageFormat(signature);
  if (!format) throw new PictureRejectedError('unsupported');
  if (format === 'jpeg') {
    const bytes = typeof source === 'string' ? await readFile(source) : Buffer.from(source);
    if (countScans(bytes, MAX_JPEG_SCANS) > MAX_JPEG_SCANS)
      throw new PictureRejectedError('too-many-scans');
  }
  const header = await readMetadata(source);
  const isOtherHeif = format === 'heif' && header.compression !== 'av1';
  if (header.format !== format || isOtherHeif) throw new PictureRejectedError('unsupported');
  if (header.width * header.height > MAX_IMAGE_PIXELS)
    throw new PictureRejectedError('too-many-pixels');
  const bytes = estimateBytes(header);
  if (bytes > MAX_DECODE_BYTES) throw new PictureRejectedError('too-much-memory');
  return bytes;
}

async function readMetadata(source: ImageSource): Promise<Metadata> {
  try {
    // Accepts any number of pixels: reading a header is cheap, and the caller needs the picture's size to choose the error.
    return await sharp(source, { limitInputPixels: false }).metadata();
  } catch (error) {
    throw new PictureRejectedError('damaged', error);
  }
}

async function createFiles(source: ImageSource, kind: ImageKind): Promise<PreparedFiles> {
  const resized = resizeFor(
    sharp(source, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error' }).autoOrient(),
    kind,
  );
  const { data, info } = await (
    kind === 'logo' ? resized : resized.flatten({ background: 'white' })
  )
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const decoded = () => sharp(data, { raw: { width, height, channels } });

  const files: [ImageVariant, Uint8Array][] = [['full', await toWebp(decoded())]];
  for (const smaller of smallerWidths(width)) {
    files.push([widthVariant(smaller), await toWebp(decoded().resize({ width: smaller }))]);
  }
  return { width, height, placeholder: await blur(decoded()), files };
}

function resizeFor(image: Sharp, kind: ImageKind): Sharp {
  if (kind === 'avatar') {
    return image.resize({
      width: AVATAR_SIDE,
      height: AVATAR_SIDE,
      fit: 'cover',
      position: 'attention',
    });
  }
  const maxSide = kind === 'logo' ? MAX_LOGO_SIDE : MAX_FULL_IMAGE_SIDE;
  return image.resize({
    width: maxSide,
    height: maxSide,
    fit: 'inside',
    withoutEnlargement: true,
  });
}

async function resizeStored(source: ImageSource, width: number): Promise<Uint8Array | null> {
  if ((await sharp(source).metadata()).width <= width) return null;
  return toWebp(sharp(source).resize({ width }));
}

function toWebp(image: Sharp): Promise<Uint8Array> {
  return image.webp({ quality: WEBP_QUALITY }).toBuffer();
}

async function blur(image: Sharp): Promise<string> {
  const data = await image
    .resize({ width: PLACEHOLDER_WIDTH, height: PLACEHOLDER_WIDTH, fit: 'outside' })
    .blur(1)
    .webp({ quality: 40 })
    .toBuffer();
  return `data:image/webp;base64,${data.toString('base64')}`;
}
