/**
 * Renders brochures in a worker thread because fonts and layout would block the event loop for a
 * tenth of a second.
 */

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { BrochurePaper } from '#shared/schemas/brokerage/brochure.ts';
import type { BrochureContent } from './brochure-content.ts';
import type { BrochurePictures } from './brochure-pdf.ts';

export type RenderJob = {
  content: BrochureContent;
  pictures: BrochurePictures;
  paper: BrochurePaper;
};

/** How long libraries and fonts stay in memory after the last brochure. */
const IDLE_MS = 60_000;

/**
 * Without these limits, uncollected garbage would grow to hundreds of megabytes, which the process
 * would keep after the thread has ended. A brochure with the longest text needs less than 48 MB.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 };

/** Returns a function that renders a PDF. Callers must not run it concurrently. */
export function createThreadRenderer(): (job: RenderJob) => Promise<Buffer> {
  let worker: Worker | undefined;
  let idleTimer: NodeJS.Timeout | undefined;

  function stop(): void {
    void worker?.terminate();
    worker = undefined;
  }

  return async (job) => {
    clearTimeout(idleTimer);
    worker ??= new Worker(new URL('./brochure-worker.ts', import.meta.url), { resourceLimits });
    // Lets an otherwise idle process exit despite the thread and the timer.
    worker.unref();
    try {
      const result = once(worker, 'message') as Promise<[Uint8Array]>;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker, not a window.
      worker.postMessage(job);
      const [{ buffer, byteOffset, byteLength }] = await result;
      return Buffer.from(buffer, byteOffset, byteLength);
    } catch (error) {
      stop();
      throw error;
    } finally {
      idleTimer = setTimeout(stop, IDLE_MS).unref();
    }
  };
}
