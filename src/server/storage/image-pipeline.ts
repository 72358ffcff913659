/**
 * Makes of an uploaded picture what is kept of it: WebP, upright, without metadata, in several widths. Its library is
 * large, and not every start needs it: import this module where a picture has come.
 */

import sharp, { type Sharp } from 'sharp';
import { AppError } from '../errors/app-error.ts';
import { IMAGE_FULL_MAX_SIDE, IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS } from '#shared/limits.ts';
import { type ImageSource, readHead, sniffImageFormat } from './image-format.ts';
import { type ImageVariant, smallerWidths, widthVariant } from './image-keys.ts';
import type { ImageFiles } from './image-store.ts';
import { createSemaphore } from '../concurrency/semaphore.ts';

/** A picture ready to be kept: its size in pixels when shown upright, and all its files. */
export type PreparedImage = {
  width: number;
  height: number;
  /** A blurred WebP about 16 pixels wide as a data URI. */
  placeholder: string;
  files: ImageFiles;
};

/**
 * `picture`: as it is, at most `IMAGE_FULL_MAX_SIDE` a side. `avatar`: cut to a square. `logo`: as it is, small, and
 * what is transparent stays so.
 */
export type ImageKind = 'picture' | 'avatar' | 'logo';

const AVATAR_SIDE = 480;
const LOGO_MAX_SIDE = 640;
const PLACEHOLDER_WIDTH = 16;
/** A decoder that has not come to an end by then is being played with. */
const DECODE_TIMEOUT_SECONDS = 30;
const WEBP_QUALITY = 80;
/** Names in messages are the sender's own words: enough to know the file again. */
const NAME_SHOWN = 100;

/** In one process: a picture of 100 megapixels takes up to 400 MB while it is decoded. */
const decodeSlots = createSemaphore(2);
sharp.concurrency(1);
// Files come once, are read once and then go: libvips must not keep them open.
sharp.cache(false);

/**
 * Checks a picture by its content and makes its files. Touches no store.
 *
 * @param name what to call the file in an error's message, e.g. its name on the sender's disk
 * @param signal ends the wait for a free decoder; its reason is thrown then
 * @throws AppError UNSUPPORTED_TYPE (not JPEG, PNG, GIF, WebP or AVIF, or damaged), TOO_LARGE (over 25 MB
 *   or 100 megapixels; the size in the header is enough, nothing is decoded)
 */
export async function prepareImage(
  source: ImageSource,
  name: string,
  kind: ImageKind = 'picture',
  signal?: AbortSignal,
): Promise<PreparedImage> {
  const shownName = `"${name.slice(0, NAME_SHOWN)}"`;
  await checkHeader(source, shownName);
  return decodeSlots(async () => {
    signal?.throwIfAborted();
    try {
      return await makeFiles(source, kind);
    } catch (error) {
      throw damaged(shownName, error);
    }
  });
}

/**
 * Makes one smaller width of a picture that is ours already.
 *
 * @returns WebP
 */
export async function resizeOwnImage(source: ImageSource, width: number): Promise<Uint8Array> {
  return decodeSlots(() =>
    sharp(source, { limitInputPixels: IMAGE_MAX_PIXELS })
      .resize({ width })
      .webp({ quality: WEBP_QUALITY })
      .toBuffer(),
  );
}

/** The width in pixels of a picture that is ours already. */
export async function readWidth(source: string): Promise<number> {
  return (await sharp(source).metadata()).width;
}

/** Makes the placeholder alone of a picture that is ours already. */
export async function makePlaceholder(source: ImageSource): Promise<string> {
  return decodeSlots(() => blur(sharp(source, { limitInputPixels: IMAGE_MAX_PIXELS })));
}

async function checkHeader(source: ImageSource, shownName: string): Promise<void> {
  const { sizeBytes, head } = await readHead(source);
  if (sizeBytes > IMAGE_MAX_BYTES) {
    throw tooLarge(`${shownName} is larger than ${IMAGE_MAX_BYTES / 1024 / 1024} MB.`);
  }
  const format = sniffImageFormat(head);
  if (!format) throw unsupported(shownName);
  // No limit here: reading a header costs nothing, and the size it claims decides which error it is.
  const header = await sharp(source, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw damaged(shownName, error);
    });
  const isOtherHeif = format === 'heif' && header.compression !== 'av1';
  if (header.format !== format || isOtherHeif) throw unsupported(shownName);
  if (header.width * header.height > IMAGE_MAX_PIXELS) {
    throw tooLarge(`${shownName} has more than ${IMAGE_MAX_PIXELS / 1_000_000} megapixels.`);
  }
}

async function makeFiles(source: ImageSource, kind: ImageKind): Promise<PreparedImage> {
  const shaped = shape(
    sharp(source, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error' }).autoOrient(),
    kind,
  );
  const { data, info } = await (kind === 'logo' ? shaped : shaped.flatten({ background: 'white' }))
    .toColourspace('srgb')
    .timeout({ seconds: DECODE_TIMEOUT_SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const decoded = () => sharp(data, { raw: { width, height, channels } });

  const files = new Map<ImageVariant, Uint8Array>();
  files.set('full', await toWebp(decoded()));
  for (const smaller of smallerWidths(width)) {
    files.set(widthVariant(smaller), await toWebp(decoded().resize({ width: smaller })));
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

function unsupported(shownName: string): AppError {
  return new AppError(
    'UNSUPPORTED_TYPE',
    `${shownName} is not a picture that can be used: choose a JPEG, PNG, GIF, WebP or AVIF file.`,
  );
}

function damaged(shownName: string, cause: unknown): AppError {
  return new AppError('UNSUPPORTED_TYPE', `${shownName} is damaged and cannot be read.`, { cause });
}

function tooLarge(message: string): AppError {
  return new AppError('TOO_LARGE', message);
}
