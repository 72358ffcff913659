/** A server that speaks S3, for tests: on loopback, with its objects in a folder. */

import { rmSync } from 'node:fs';
import S3rver from 's3rver';
import type { S3Config } from '#server/config/config.ts';
import { makeTempFolder } from './temp-folder.ts';

/** What the server knows nobody else by. */
const CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
const BUCKET = 'homes';

/** Starts one with a bucket, on a free port. */
export async function startS3Server(): Promise<{ config: S3Config; stop: () => Promise<void> }> {
  const directory = makeTempFolder();
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const { port } = await server.run();
  return {
    config: {
      bucket: BUCKET,
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      credentials: CREDENTIALS,
      prefix: '',
    },
    stop: async () => {
      await server.close();
      rmSync(directory, { recursive: true });
    },
  };
}
