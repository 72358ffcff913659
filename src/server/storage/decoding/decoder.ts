/**
 * The program of a decoding process (decision 020). It decodes one picture at a time, watches its memory and CPU time,
 * and exits with its parent.
 */

import { writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { DECODE_CPU_MS, memoryLimit } from './decode-limits.ts';
import type { DecodeJob, DecoderResponse, DecoderRequest } from './decode-messages.ts';
import { decodePicture, Refused } from './decode-picture.ts';

/** Memory grows by about a gigabyte a second at most: 10 to 20 MB between two checks. */
const CHECK_MS = 10;
/** Lower priority than processes that serve visitors. */
const NICENESS = 5;

const tolerance = Number(process.argv[2]);
let resume: (() => void) | undefined;

function respond(message: DecoderResponse): void {
  process.send?.(message);
}

/**
 * Watches one picture. The decoders work in other threads, so this one is free to check.
 *
 * @returns functions that stop watching, and set the allowed memory
 */
function watch(): { stop: () => void; allow: (bytes: number) => void } {
  const baseBytes = process.memoryUsage.rss();
  const cpuMs = () => process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000;
  const cpuAtStart = cpuMs();
  let allowed = memoryLimit(0, tolerance);
  const timer = setInterval(() => {
    const isTooMuch = process.memoryUsage.rss() - baseBytes > allowed;
    if (!isTooMuch && cpuMs() - cpuAtStart <= DECODE_CPU_MS) return;
    clearInterval(timer);
    // The parent ends this process: a decoder cannot interrupt its own work.
    respond({ step: 'refused', refusal: isTooMuch ? 'too-much-memory' : 'too-much-time' });
  }, CHECK_MS);
  return {
    stop: () => clearInterval(timer),
    allow: (bytes) => {
      allowed = memoryLimit(bytes, tolerance);
    },
  };
}

async function work(job: DecodeJob): Promise<void> {
  const watching = watch();
  try {
    const result = await decodePicture(job, async (bytes) => {
      await new Promise<void>((resolve) => {
        resume = resolve;
        respond({ step: 'needs-memory', bytes });
      });
      watching.allow(bytes);
    });
    respond({ step: 'done', result });
  } catch (error) {
    if (error instanceof Refused)
      respond({ step: 'refused', refusal: error.refusal, detail: error.message });
    else
      respond({ step: 'failed', message: error instanceof Error ? error.message : String(error) });
  } finally {
    watching.stop();
  }
}

process.on('message', (message: DecoderRequest) => {
  if (message.work === 'go-on') resume?.();
  else void work(message);
});
// Exits with its parent, even while decoding.
process.once('disconnect', () => process.exit());
// Signals to the server are handled by the server, once its uploads are done.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
try {
  setPriority(Math.max(getPriority(), NICENESS));
  // If memory runs out, Linux kills this process first.
  if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Both are optional.
}
