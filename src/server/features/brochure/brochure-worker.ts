/** A worker thread that renders brochures (see render-in-thread.ts). */

import { parentPort } from 'node:worker_threads';
import { drawBrochure } from './brochure-pdf.ts';
import type { RenderJob } from './render-in-thread.ts';

const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength);

// A failure terminates the thread with an 'error' event.
parentPort?.on('message', (job: RenderJob) => void render(job));

async function render({ content, pictures, paper }: RenderJob): Promise<void> {
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
