/** The work of a decoding process: checks a picture's header, and encodes it as WebP. */

import { readFile } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { IMAGE_FULL_MAX_SIDE, IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS } from '#shared/limits.ts';
import { type ImageSource, readHead, sniffImageFormat } from '../image-format.ts';
import { type ImageVariant, smallerWidths, widthVariant } from '../image-keys.ts';
import { DECODE_MAX_BYTES, estimateBytes, MAX_JPEG_SCANS } from './decode-limits.ts';
import type { DecodeJob, DecodeResult, ImageKind, Prepared, Refusal } from './decode-messages.ts';
import { countScans } from './jpeg-scans.ts';

const AVATAR_SIDE = 480;
const LOGO_MAX_SIDE = 640;
const PLACEHOLDER_WIDTH = 16;
const WEBP_QUALITY = 80;

// One picture at a time in one thread: there are several processes.
sharp.concurrency(1);
// Each file is read once: libvips must not keep it open.
sharp.cache(false);

/** Thrown if a picture is refused, with the reason and the decoder's message. */
export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal, cause?: unknown) {
    super(cause instanceof Error ? cause.message : refusal);
    this.refusal = refusal;
  }
}

/**
 * Runs one job.
 *
 * @param needMemory waits until that many bytes are granted
 * @throws Refused
 */
export async function decodePicture(
  job: DecodeJob,
  needMemory: (bytes: number) => Promise<void>,
): Promise<DecodeResult[DecodeJob['work']]> {
  switch (job.work) {
    case 'prepare':
      await needMemory(await judge(job.source));
      try {
        return await makeFiles(job.source, job.kind);
      } catch (error) {
        throw new Refused('damaged', error);
      }
    case 'resize-own':
      return resizeOwn(job.source, job.width);
    case 'blur-own':
      return blur(sharp(job.source));
  }
}

/** Checks the header; returns the bytes of memory needed for decoding. */
async function judge(source: ImageSource): Promise<number> {
  const { sizeBytes, head } = await readHead(source);
  if (sizeBytes > IMAGE_MAX_BYTES) throw new Refused('too-many-bytes');
  const format = sniffImageFormat(head);
  if (!format) throw new Refused('unsupported');
  if (format === 'jpeg') {
    const bytes = typeof source === 'string' ? await readFile(source) : Buffer.from(source);
    if (countScans(bytes, MAX_JPEG_SCANS) > MAX_JPEG_SCANS) throw new Refused('too-many-scans');
  }
  const header = await readMetadata(source);
  const isOtherHeif = format === 'heif' && header.compression !== 'av1';
  if (header.format !== format || isOtherHeif) throw new Refused('unsupported');
  if (header.width * header.height > IMAGE_MAX_PIXELS) throw new Refused('too-many-pixels');
  const bytes = estimateBytes(header);
  if (bytes > DECODE_MAX_BYTES) throw new Refused('too-much-memory');
  return bytes;
}

async function readMetadata(source: ImageSource): Promise<Metadata> {
  try {
    // No limit here: reading a header costs nothing, and its size determines the refusal.
    return await sharp(source, { limitInputPixels: false }).metadata();
  } catch (error) {
    throw new Refused('damaged', error);
  }
}

async function makeFiles(source: ImageSource, kind: ImageKind): Promise<Prepared> {
  const shaped = shape(
    sharp(source, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error' }).autoOrient(),
    kind,
  );
  const { data, info } = await (kind === 'logo' ? shaped : shaped.flatten({ background: 'white' }))
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

function shape(image: Sharp, kind: ImageKind): Sharp {
  if (kind === 'avatar') {
    return image.resize({
      width: AVATAR_SIDE,
      height: AVATAR_SIDE,
      fit: 'cover',
      position: 'attention',
    });
  }
  const maxSide = kind === 'logo' ? LOGO_MAX_SIDE : IMAGE_FULL_MAX_SIDE;
  return image.resize({
    width: maxSide,
    height: maxSide,
    fit: 'inside',
    withoutEnlargement: true,
  });
}

async function resizeOwn(source: ImageSource, width: number): Promise<Uint8Array | null> {
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
