/**
 * The progress of an upload, derived from the number of bytes sent, which is all that browsers
 * report.
 */

import type { UploadProgress } from '../../../../api/upload-transport.ts';

/**
 * Returns whole percent, 0 to 100. 100 means that everything was sent, not that the server has
 * finished.
 */
export function percentSent({ sentBytes, totalBytes }: UploadProgress): number {
  return totalBytes === 0 ? 0 : Math.floor((sentBytes / totalBytes) * 100);
}

/**
 * Returns the uploaded share of each file, from 0 to 1. Files are at the end of the form, one after
 * another, so the rest of the form counts as sent before them.
 *
 * @param sizes of the files in bytes, in the form's order
 */
export function sharesSent(
  { sentBytes, totalBytes }: UploadProgress,
  sizes: readonly number[],
): number[] {
  const sum = sizes.reduce((total, size) => total + size, 0);
  let start = Math.max(0, totalBytes - sum);
  return sizes.map((size) => {
    const sent = size === 0 ? Number(sentBytes >= start) : (sentBytes - start) / size;
    start += size;
    return Math.min(1, Math.max(0, sent));
  });
}
