import { afterEach, describe, expect, test } from 'vitest';
import { createNoise, createPngWithDeclaredSize } from '../image.fixture.ts';
import { MAX_DECODE_BYTES, estimateBytes } from './decode-limits.ts';
import type { DecodeJob } from './decode-messages.ts';
import { createDecodePool } from './decode-pool.ts';
import { type Decoder, DecodeRejectedError, startDecoder } from './decoder-process.ts';
import { createAvifWithDeclaredSize, createJpegWithScans } from './hostile-picture.fixture.ts';

const decoders: Decoder[] = [];
afterEach(() => decoders.splice(0).forEach((decoder) => decoder.end()));

/** Creates a pool and records its processes. */
function createPool(limits?: Parameters<typeof startDecoder>[0], idleMs?: number) {
  return createDecodePool(() => {
    const decoder = startDecoder(limits);
    decoders.push(decoder);
    return decoder;
  }, idleMs);
}

const prepare = (source: Buffer) => ({ type: 'prepare', source, kind: 'avatar' }) as const;

async function rejectionOf(decode: ReturnType<typeof createPool>, job: DecodeJob): Promise<string> {
  try {
    await decode(job, { key: 'a', signal: undefined });
  } catch (error) {
    if (error instanceof DecodeRejectedError) return error.reason;
    throw error;
  }
  return 'none';
}

/** Returns whether a process is running. */
function isRunning({ pid = -1 }: Decoder): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a picture that needs too many resources', () => {
  test('is rejected based on its header, even if its file is small', async () => {
    const decode = createPool();
    const avif = await createAvifWithDeclaredSize(10_000, 10_000);
    expect(avif.length).toBeLessThan(10_000);
    expect(await rejectionOf(decode, prepare(avif))).toBe('too-much-memory');
    const interlaced = createPngWithDeclaredSize(10_000, 10_000, {
      bitDepth: 16,
      isInterlaced: true,
    });
    expect(await rejectionOf(decode, prepare(interlaced))).toBe('too-much-memory');
    // This number of pixels is allowed if decoded line by line; the file is rejected only because it has no data.
    expect(await rejectionOf(decode, prepare(createPngWithDeclaredSize(10_000, 10_000)))).toBe(
      'damaged',
    );
  });

  test('is rejected if it has too many scans', async () => {
    const decode = createPool();
    expect(await rejectionOf(decode, prepare(await createJpegWithScans(3_000)))).toBe(
      'too-many-scans',
    );
    expect(await rejectionOf(decode, prepare(await createJpegWithScans(0)))).toBe('none');
  });

  test('is rejected, and its process is killed, if it needs more memory than the header suggests', async () => {
    const decode = createPool({ tolerance: 0.01 });
    const source = await createNoise(2_000, 2_000).png().toBuffer();
    expect(await rejectionOf(decode, prepare(source))).toBe('too-much-memory');
    const [first] = decoders;
    await expect.poll(() => first && isRunning(first)).toBe(false);
    // The next picture gets a new process.
    expect(await rejectionOf(decode, prepare(source))).toBe('too-much-memory');
    expect(decoders).toHaveLength(2);
  });

  test('is rejected, and its process is killed, at the time limit', async () => {
    const decode = createPool({ wallMs: 1 });
    const source = await createNoise(2_000, 2_000).jpeg().toBuffer();
    expect(await rejectionOf(decode, prepare(source))).toBe('too-much-time');
    const [first] = decoders;
    await expect.poll(() => first && isRunning(first)).toBe(false);
  });
});

describe('a client that disconnects', () => {
  test('cancels its decoding, and the next picture is decoded', async () => {
    const decode = createPool();
    const source = await createNoise(3_000, 3_000).png().toBuffer();
    const controller = new AbortController();
    const first = decode(prepare(source), { key: 'a', signal: controller.signal });
    await expect.poll(() => decoders[0] && isRunning(decoders[0])).toBe(true);
    controller.abort(new Error('disconnected'));
    await expect(first).rejects.toThrow('disconnected');
    await expect.poll(() => decoders[0] && isRunning(decoders[0])).toBe(false);
    expect(await rejectionOf(decode, prepare(source))).toBe('none');
  });
});

describe('processes', () => {
  test('decode one picture after another and exit when idle', async () => {
    const decode = createPool(undefined, 100);
    const source = await createNoise(40, 40).jpeg().toBuffer();
    for (let count = 0; count < 3; count += 1) {
      expect(await decode(prepare(source), { key: 'a', signal: undefined })).toMatchObject({
        width: 480,
      });
    }
    expect(decoders).toHaveLength(1);
    await expect.poll(() => decoders[0] && isRunning(decoders[0])).toBe(false);
  });

  test('are limited to three, even with several clients and accounts', async () => {
    const decode = createPool();
    const source = await createNoise(1_500, 1_500).png().toBuffer();
    const jobs = ['1', '1', '2', '3', '4'].map((account) =>
      decode(prepare(source), { key: 'a', account, signal: undefined }),
    );
    const otherJobs = ['b', 'c'].map((key) => decode(prepare(source), { key, signal: undefined }));
    await Promise.resolve();
    expect(decoders).toHaveLength(3);
    await Promise.all([...jobs, ...otherJobs]);
    expect(decoders).toHaveLength(3);
  });

  test('do not receive the server’s settings', async () => {
    process.env['DATABASE_URL'] = 'postgres://secret';
    try {
      const decode = createPool();
      await decode(prepare(await createNoise(40, 40).jpeg().toBuffer()), {
        key: 'a',
        signal: undefined,
      });
      expect(decoders[0]?.environment).not.toHaveProperty('DATABASE_URL');
    } finally {
      delete process.env['DATABASE_URL'];
    }
  });
});

test('estimates grow with every header field', () => {
  const size = { width: 4_000, height: 3_000, channels: 3, depth: 'uchar' } as const;
  const plain = estimateBytes({ ...size, format: 'png' });
  expect(estimateBytes({ ...size, format: 'png', width: 8_000 })).toBeGreaterThan(plain);
  expect(estimateBytes({ ...size, format: 'png', channels: 4 })).toBeGreaterThan(plain);
  expect(estimateBytes({ ...size, format: 'png', depth: 'ushort' })).toBeGreaterThan(plain);
  expect(estimateBytes({ ...size, format: 'png', isProgressive: true })).toBeGreaterThan(plain);
  expect(estimateBytes({ ...size, format: 'heif' })).toBeGreaterThan(plain);
  const [width, height] = [10_000, 10_000];
  // Pictures from cameras and scanners are accepted up to the limit of 100 megapixels.
  for (const isProgressive of [false, true]) {
    const jpeg = estimateBytes({ ...size, format: 'jpeg', width, height, isProgressive });
    expect(jpeg).toBeLessThan(MAX_DECODE_BYTES);
  }
  expect(estimateBytes({ ...size, format: 'png', width, height })).toBeLessThan(MAX_DECODE_BYTES);
  expect(estimateBytes({ ...size, format: 'webp', width, height })).toBeLessThan(MAX_DECODE_BYTES);
});
