/** A thread that draws brochures (see draw-in-thread.ts). */

import { parentPort } from 'node:worker_threads';
import { drawBrochure } from './brochure-pdf.ts';
import type { DrawingJob } from './draw-in-thread.ts';

const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength);

// A failure ends the thread with an 'error' event.
parentPort?.on('message', (job: DrawingJob) => void draw(job));

async function draw({ content, pictures, paper }: DrawingJob): Promise<void> {
  const { cover, others } = pictures;
  const file = await drawBrochure(
    content,
    {
      cover: cover && toBuffer(cover),
      others: others.map(({ jpeg, alt }) => ({ jpeg: toBuffer(jpeg), alt })),
    },
    paper,
  );
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker's port, not a window.
  parentPort?.postMessage(file);
}
