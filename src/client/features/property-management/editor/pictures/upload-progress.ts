/**
 * The progress of an upload, derived from the number of bytes sent because browsers report nothing
 * else.
 */

import type { UploadProgress } from '../../../../api/upload-transport.ts';

/**
 * Returns the percentage sent, rounded down. 100 means that everything was sent, not that the server
 * has finished.
 */
export function percentSent({ sentBytes, totalBytes }: UploadProgress): number {
  return totalBytes === 0 ? 0 : Math.floor((sentBytes / totalBytes) * 100);
}

/**
 * Returns the uploaded fraction of each file. The form sends its other fields first, and then the
 * files in order.
 *
 * @param sizes of the files in bytes, in the form's order
 */
export function fractionsSent(
  { sentBytes, totalBytes }: UploadProgress,
  sizes: readonly number[],
): number[] {
  const sum = sizes.reduce((total, size) => total + size, 0);
  let start = Math.max(0, totalBytes - sum);
  return sizes.map((size) => {
    const fraction = size === 0 ? Number(sentBytes >= start) : (sentBytes - start) / size;
    start += size;
    return Math.min(1, Math.max(0, fraction));
  });
}
