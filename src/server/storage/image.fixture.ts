/** Creates pictures for tests. */

import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** Creates a picture that no format compresses well. */
export function createNoise(width: number, height: number, channels: 3 | 4 = 3): Sharp {
  return sharp({
    create: {
      width,
      height,
      channels,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  });
}

/** Creates a blue picture whose upper left quarter is red, to detect rotation. */
export function createRedCornerPicture(width: number, height: number): Sharp {
  const corner = { width: Math.floor(width / 2), height: Math.floor(height / 2) };
  return sharp({ create: { width, height, channels: 3, background: '#0000ff' } }).composite([
    { input: { create: { ...corner, channels: 3, background: '#ff0000' } }, left: 0, top: 0 },
  ]);
}

/** Creates a photo like one taken with a phone held upright: stored in landscape, with orientation and location metadata. */
export function createPhonePhoto(width: number, height: number): Promise<Buffer> {
  return createRedCornerPicture(width, height)
    .jpeg()
    .withExif({
      IFD0: { Make: 'Camera maker', Orientation: '6' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '30/1 18/1 19/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '97/1 44/1 59/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

/** Creates a well-formed PNG whose header declares the given size, with almost no pixel data. */
export function createPngWithDeclaredSize(
  width: number,
  height: number,
  { bitDepth = 8, isInterlaced = false } = {},
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // RGB with 8 bits, or RGBA with 16.
  header.set([bitDepth, bitDepth === 16 ? 6 : 2, 0, 0, isInterlaced ? 1 : 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    createPngChunk('IHDR', header),
    createPngChunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    createPngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function createPngChunk(type: string, data: Buffer): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(typeAndData));
  return Buffer.concat([length, typeAndData, checksum]);
}

/** Creates an animation of three frames: red, green, blue. */
export async function createAnimatedGif(width: number, height: number): Promise<Buffer> {
  const frames = ['#ff0000', '#00ff00', '#0000ff'].map((background) =>
    sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .gif({ loop: 0 })
    .toBuffer();
}
