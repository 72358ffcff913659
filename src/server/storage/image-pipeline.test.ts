import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import {
  createAnimatedGif,
  createNoise,
  createPhonePhoto,
  createPngWithDeclaredSize,
  createRedCornerPicture,
} from './image.fixture.ts';
import { prepareImage, type PreparedImage } from './image-pipeline.ts';

/** The EXIF tag of a photo's location (0x8825). */
const GPS_TAG = Buffer.from([0x25, 0x88]);

type Rgb = [number, number, number];

/** Returns the color at a point given as fractions of width and height. */
async function readColor(file: Uint8Array | undefined, x: number, y: number): Promise<Rgb> {
  if (!file) throw new Error('no such file');
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  const offset =
    (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  return [data[offset] ?? -1, data[offset + 1] ?? -1, data[offset + 2] ?? -1];
}

function isRed([red, , blue]: Rgb): boolean {
  return red > 180 && blue < 90;
}

async function widthsOf(image: PreparedImage): Promise<Record<string, number>> {
  const entries = [...image.files].map(
    async ([variant, data]) => [variant, (await sharp(data).metadata()).width] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

async function errorOf(source: Uint8Array | string, name: string): Promise<AppError> {
  const error: unknown = await prepareImage(source, name).catch((reason: unknown) => reason);
  if (!(error instanceof AppError))
    throw new Error('The picture was not rejected.', { cause: error });
  return error;
}

describe('a 6-megapixel phone photo', () => {
  it('is stored upright, without its location, in every smaller width', async () => {
    const photo = await createPhonePhoto(2880, 2160);
    const before = await sharp(photo).metadata();
    expect(before.orientation).toBe(6);
    expect(before.exif?.includes(GPS_TAG)).toBe(true);

    const image = await prepareImage(photo, 'IMG_0001.JPG');

    expect([image.width, image.height]).toEqual([1920, 2560]);
    expect(await widthsOf(image)).toEqual({ full: 1920, 320: 320, 640: 640, 960: 960, 1280: 1280 });
    for (const data of image.files.values()) {
      const { format, exif, orientation, xmp, icc } = await sharp(data).metadata();
      expect({ format, exif, orientation, xmp, icc }).toEqual({ format: 'webp' });
    }
    // The upper left corner of the file is displayed in the upper right.
    expect(isRed(await readColor(image.files.get('full'), 0.75, 0.25))).toBe(true);
    expect(isRed(await readColor(image.files.get('full'), 0.25, 0.25))).toBe(false);
  });
});

describe('a stored picture', () => {
  it('has only smaller widths in addition to its full size', async () => {
    const image = await prepareImage(await createNoise(640, 480).jpeg().toBuffer(), 'small.jpg');
    expect(await widthsOf(image)).toEqual({ full: 640, 320: 320 });
  });

  it('has a placeholder picture of a few hundred bytes', async () => {
    const image = await prepareImage(await createNoise(1200, 900).jpeg().toBuffer(), 'photo.jpg');
    expect(image.placeholder.length).toBeLessThan(600);
    const [header, body = ''] = image.placeholder.split(',');
    expect(header).toBe('data:image/webp;base64');
    expect((await sharp(Buffer.from(body, 'base64')).metadata()).height).toBe(16);
  });

  it('is square for an avatar', async () => {
    const image = await prepareImage(await createNoise(900, 600).png().toBuffer(), 'me.png', {
      kind: 'avatar',
    });
    expect([image.width, image.height]).toEqual([480, 480]);
    expect(await widthsOf(image)).toEqual({ full: 480, 320: 320 });
  });

  it('is at most 2560 pixels wide and high even if one side is very long', async () => {
    const image = await prepareImage(await createNoise(9000, 20).png().toBuffer(), 'strip.png');
    expect([image.width, image.height]).toEqual([2560, 6]);
  });
});

describe('a converted picture', () => {
  const formats: [string, () => Promise<Buffer>][] = [
    ['JPEG', () => createRedCornerPicture(400, 300).jpeg().toBuffer()],
    ['CMYK JPEG', () => createRedCornerPicture(400, 300).toColourspace('cmyk').jpeg().toBuffer()],
    ['gray JPEG', () => createRedCornerPicture(400, 300).grayscale().jpeg().toBuffer()],
    ['PNG', () => createRedCornerPicture(400, 300).png().toBuffer()],
    ['16-bit PNG', () => createRedCornerPicture(400, 300).toColourspace('rgb16').png().toBuffer()],
    [
      'PNG with a palette',
      () => createRedCornerPicture(400, 300).png({ palette: true }).toBuffer(),
    ],
    ['GIF', () => createRedCornerPicture(400, 300).gif().toBuffer()],
    ['WebP', () => createRedCornerPicture(400, 300).webp().toBuffer()],
    ['AVIF', () => createRedCornerPicture(400, 300).avif({ effort: 0 }).toBuffer()],
  ];
  it.each(formats)(
    'is a WebP with the size and colors of the original: %s',
    async (name, create) => {
      const image = await prepareImage(await create(), 'no-extension');
      expect([image.width, image.height]).toEqual([400, 300]);
      const fullImage = image.files.get('full');
      expect((await sharp(fullImage).metadata()).format).toBe('webp');
      if (name !== 'gray JPEG') {
        expect(isRed(await readColor(fullImage, 0.25, 0.25))).toBe(true);
        expect(isRed(await readColor(fullImage, 0.75, 0.75))).toBe(false);
      }
    },
  );

  it('contains only the first frame of an animation', async () => {
    const image = await prepareImage(await createAnimatedGif(400, 300), 'turning.gif');
    expect([image.width, image.height]).toEqual([400, 300]);
    expect((await sharp(image.files.get('full')).metadata()).pages ?? 1).toBe(1);
    expect(isRed(await readColor(image.files.get('full'), 0.5, 0.5))).toBe(true);
  });

  it('has a white background instead of transparency', async () => {
    const transparent = {
      width: 400,
      height: 300,
      channels: 4,
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    } as const;
    const image = await prepareImage(
      await sharp({ create: transparent }).png().toBuffer(),
      'logo.png',
    );
    expect(await readColor(image.files.get('full'), 0.5, 0.5)).toEqual([255, 255, 255]);
  });
});

describe('image validation', () => {
  const unsupportedFiles: [string, Buffer][] = [
    ['drawing.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['page.png', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['empty.jpg', Buffer.alloc(0)],
    ['letter.pdf', Buffer.from('%PDF-1.7\n')],
    ['only-a-signature.png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['film.mp4', Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isomiso2', 'latin1')],
  ];
  it.each(unsupportedFiles)('rejects %s as an unsupported type', async (name, data) => {
    const error = await errorOf(data, name);
    expect([error.code, error.status]).toEqual(['UNSUPPORTED_TYPE', 415]);
    expect(error.message).toContain(`"${name}"`);
  });

  it('rejects a TIFF', async () => {
    expect((await errorOf(await createNoise(40, 40).tiff().toBuffer(), 'scan.tiff')).status).toBe(
      415,
    );
  });

  const formats = ['png', 'jpeg', 'webp', 'gif', 'avif'] as const;
  it.each(formats)('rejects a truncated %s', async (format) => {
    const completeFile = await createNoise(300, 200).toFormat(format, { effort: 1 }).toBuffer();
    const error = await errorOf(
      completeFile.subarray(0, Math.floor(completeFile.length * 0.8)),
      'photo',
    );
    expect([error.code, error.message]).toEqual([
      'UNSUPPORTED_TYPE',
      '"photo" is damaged and cannot be read.',
    ]);
  });

  it('rejects a PNG whose header declares 50,000 by 50,000 pixels', async () => {
    const error = await errorOf(createPngWithDeclaredSize(50_000, 50_000), 'huge.png');
    expect([error.code, error.status]).toEqual(['TOO_LARGE', 413]);
    expect(error.message).toBe('"huge.png" has more than 100 megapixels.');
  });

  it('rejects a 26 MB file, in memory or on disk', async () => {
    const data = Buffer.alloc(26 * 1024 * 1024);
    (await createNoise(40, 40).jpeg().toBuffer()).copy(data);
    const folder = await mkdtemp(path.join(os.tmpdir(), 'doorstep-'));
    try {
      const file = path.join(folder, 'large.jpg');
      await writeFile(file, data);
      for (const source of [data, file]) {
        const error = await errorOf(source, 'large.jpg');
        expect([error.code, error.message]).toEqual([
          'TOO_LARGE',
          '"large.jpg" is larger than 25 MB.',
        ]);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
