/** Decodes pictures in separate processes, a few at a time, shared fairly between accounts. */

import { createBudget } from '../../concurrency/budget.ts';
import { createFairSlots } from '../../concurrency/fair-slots.ts';
import { MAX_DECODE_BYTES, SLOT_BYTES } from './decode-limits.ts';
import type { DecodeJob, DecodeResult } from './decode-messages.ts';
import { type Decoder, startDecoder } from './decoder-process.ts';

/** More than the number of cores would not be faster. */
const MAX_PROCESSES = 3;
/** The limit for one account, so that one account cannot block the others. */
const MAX_PROCESSES_PER_ACCOUNT = 2;
/** How long an idle process waits for its next picture, since starting a process takes a quarter of a second. */
const IDLE_MS = 20_000;

/**
 * Decodes a picture once it gets a slot.
 *
 * @param options.account the uploader, whose pictures wait for each other
 * @param options.signal cancels the wait and the work, and throws the signal's reason
 * @throws like `Decoder.run`
 */
export type Decode = <J extends DecodeJob>(
  job: J,
  options: { account: string; signal?: AbortSignal | undefined },
) => Promise<DecodeResult[J['work']]>;

/** @param start starts a process */
export function createDecodePool(
  start: () => Decoder = () => startDecoder(),
  idleMs = IDLE_MS,
): Decode {
  const slots = createFairSlots({ slots: MAX_PROCESSES, perKey: MAX_PROCESSES_PER_ACCOUNT });
  /** Memory for pictures that need more than their slot's share. */
  const shared = createBudget(MAX_DECODE_BYTES - SLOT_BYTES);
  const idle = new Map<Decoder, NodeJS.Timeout>();

  /** Returns the most recently used process, so that other idle processes can time out. */
  function acquire(): Decoder {
    for (const [decoder, timer] of [...idle].toReversed()) {
      clearTimeout(timer);
      idle.delete(decoder);
      if (decoder.isUsable()) return decoder;
    }
    return start();
  }

  function release(decoder: Decoder): void {
    const timer = setTimeout(() => {
      idle.delete(decoder);
      decoder.end();
    }, idleMs);
    timer.unref();
    idle.set(decoder, timer);
  }

  return async (job, { account, signal }) => {
    signal?.throwIfAborted();
    return slots({ key: account, signal }, async () => {
      const decoder = acquire();
      const finished = new AbortController();
      const abortSignal = AbortSignal.any([finished.signal, ...(signal ? [signal] : [])]);
      let releaseMemory: (() => void) | undefined;
      try {
        return await decoder.run(job, {
          signal,
          requestMemory: async (bytes) => {
            if (bytes <= SLOT_BYTES) return;
            releaseMemory = await shared(bytes - SLOT_BYTES, abortSignal);
            // The job may have been aborted in the meantime.
            if (finished.signal.aborted) releaseMemory();
          },
        });
      } finally {
        finished.abort();
        // A process that used a lot of memory would keep it, so a new process is cheaper.
        if (releaseMemory !== undefined) decoder.end();
        else if (decoder.isUsable()) release(decoder);
        releaseMemory?.();
      }
    });
  };
}
