/**
 * The main module of a decoding process (decision 020). It decodes one picture at a time, monitors its memory and CPU
 * time, and exits with its parent.
 */

import { writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { MAX_DECODE_CPU_MS, memoryLimit } from './decode-limits.ts';
import type { DecodeJob, DecoderResponse, DecoderRequest } from './decode-messages.ts';
import { decodePicture, PictureRejectedError } from './decode-picture.ts';

/** Memory grows by at most about a gigabyte a second, i.e. 10 to 20 MB between checks. */
const CHECK_MS = 10;
/** A lower priority than processes that serve visitors. */
const NICENESS = 5;

const tolerance = Number(process.argv[2]);
let resume: (() => void) | undefined;

function respond(message: DecoderResponse): void {
  process.send?.(message);
}

/**
 * Monitors the decoding of a picture. Decoding runs in other threads, so this thread is free for the checks.
 *
 * @returns functions that stop monitoring and set the allowed memory
 */
function startWatching(): { stop: () => void; allow: (bytes: number) => void } {
  const baseBytes = process.memoryUsage.rss();
  const cpuMs = () => process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000;
  const cpuAtStart = cpuMs();
  let allowedBytes = memoryLimit(0, tolerance);
  const timer = setInterval(() => {
    const exceedsMemory = process.memoryUsage.rss() - baseBytes > allowedBytes;
    if (!exceedsMemory && cpuMs() - cpuAtStart <= MAX_DECODE_CPU_MS) return;
    clearInterval(timer);
    // The parent then kills this process, which cannot interrupt its own decoding.
    respond({ type: 'rejected', reason: exceedsMemory ? 'too-much-memory' : 'too-much-time' });
  }, CHECK_MS);
  return {
    stop: () => clearInterval(timer),
    allow: (bytes) => {
      allowedBytes = memoryLimit(bytes, tolerance);
    },
  };
}

async function runJob(job: DecodeJob): Promise<void> {
  const watcher = startWatching();
  try {
    const result = await decodePicture(job, async (bytes) => {
      await new Promise<void>((resolve) => {
        resume = resolve;
        respond({ type: 'needs-memory', bytes });
      });
      watcher.allow(bytes);
    });
    respond({ type: 'done', result });
  } catch (error) {
    if (error instanceof PictureRejectedError)
      respond({ type: 'rejected', reason: error.reason, detail: error.message });
    else
      respond({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  } finally {
    watcher.stop();
  }
}

process.on('message', (message: DecoderRequest) => {
  if (message.type === 'continue') resume?.();
  else void runJob(message);
});
// Exits with the parent, even while decoding.
process.once('disconnect', () => process.exit());
// Ignores signals: the server stops this process once its uploads are done.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
try {
  setPriority(Math.max(getPriority(), NICENESS));
  // If memory runs out, Linux kills this process first.
  if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Both are optional.
}
