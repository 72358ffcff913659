/** Decodes pictures in separate processes, a few at a time, shared fairly between clients. */

import { createBudget } from '../../concurrency/budget.ts';
import { createFairSlots, type Requester } from '../../concurrency/fair-slots.ts';
import { MAX_DECODE_BYTES, SLOT_BYTES } from './decode-limits.ts';
import type { DecodeJob, DecodeResult } from './decode-messages.ts';
import { type Decoder, startDecoder } from './decoder-process.ts';

/** Each process can use 90 MB plus `SLOT_BYTES`, and more from a shared budget (decision 020). */
const MAX_PROCESSES = 3;
/** The limit per client, so that one client cannot block the others. */
const MAX_PROCESSES_PER_CLIENT = 2;
/**
 * How long an idle process waits for its next picture. Starting a process takes a quarter of a
 * second.
 */
const IDLE_MS = 20_000;

/**
 * Decodes a picture once it gets a slot.
 *
 * @param requester identifies the uploader, whose pictures share a queue. Aborting its signal cancels the wait or the
 *   decoding, and throws the signal's reason.
 * @throws like `Decoder.run`
 */
export type Decode = <J extends DecodeJob>(
  job: J,
  requester: Requester,
) => Promise<DecodeResult[J['type']]>;

/** @param start starts a process */
export function createDecodePool(
  start: () => Decoder = () => startDecoder(),
  idleMs = IDLE_MS,
): Decode {
  const slots = createFairSlots({ slots: MAX_PROCESSES, perKey: MAX_PROCESSES_PER_CLIENT });
  /** Memory for pictures that need more than their slot's share. */
  const shared = createBudget(MAX_DECODE_BYTES - SLOT_BYTES);
  const idle = new Map<Decoder, NodeJS.Timeout>();

  /** Returns the most recently used idle process, so that the others can time out, or starts one. */
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

  return async (job, requester) => {
    const { signal } = requester;
    signal?.throwIfAborted();
    return slots(requester, async () => {
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
        // A process that used a lot of memory would keep it, so starting a new one is cheaper.
        if (releaseMemory !== undefined) decoder.end();
        else if (decoder.isUsable()) release(decoder);
        releaseMemory?.();
      }
    });
  };
}
