/** Decodes pictures in separate processes, a few at a time, shared fairly between accounts. */

import { createBudget } from '../../concurrency/budget.ts';
import { createFairSlots } from '../../concurrency/fair-slots.ts';
import { DECODE_MAX_BYTES, SLOT_BYTES } from './decode-limits.ts';
import type { DecodeJob, DecodeResult } from './decode-messages.ts';
import { type Decoder, startDecoder } from './decoder-process.ts';

/** Concurrent decodes; more than the number of cores gains nothing. */
const SLOTS = 3;
/** The limit for one account, so that one account cannot block the others. */
const SLOTS_PER_ACCOUNT = 2;
/** How long an idle process waits for its next picture: starting one takes a quarter of a second. */
const IDLE_MS = 20_000;

/**
 * Decodes one picture when it gets a slot.
 *
 * @param options.account the uploader, whose pictures wait for each other
 * @param options.signal cancels the wait and the work; its reason is thrown
 * @throws like `Decoder.run`
 */
export type Decode = <J extends DecodeJob>(
  job: J,
  options: { account: string; signal?: AbortSignal | undefined },
) => Promise<DecodeResult[J['work']]>;

/** @param start starts a process; tests count them */
export function createDecodePool(
  start: () => Decoder = () => startDecoder(),
  idleMs = IDLE_MS,
): Decode {
  const slots = createFairSlots({ slots: SLOTS, perKey: SLOTS_PER_ACCOUNT });
  /** Memory for pictures beyond the share of their slots. */
  const shared = createBudget(DECODE_MAX_BYTES - SLOT_BYTES);
  const idle = new Map<Decoder, NodeJS.Timeout>();

  /** Takes the most recently used process, so that the others can time out. */
  function take(): Decoder {
    for (const [decoder, timer] of [...idle].toReversed()) {
      clearTimeout(timer);
      idle.delete(decoder);
      if (decoder.isUsable()) return decoder;
    }
    return start();
  }

  function putBack(decoder: Decoder): void {
    const timer = setTimeout(() => {
      idle.delete(decoder);
      decoder.end();
    }, idleMs);
    timer.unref();
    idle.set(decoder, timer);
  }

  return (job, { account, signal }) =>
    slots(
      account,
      async () => {
        const decoder = take();
        const ended = new AbortController();
        const waiting = AbortSignal.any([ended.signal, ...(signal ? [signal] : [])]);
        let giveBack: (() => void) | undefined;
        try {
          return await decoder.run(job, {
            signal,
            needMemory: async (bytes) => {
              if (bytes <= SLOT_BYTES) return;
              giveBack = await shared(bytes - SLOT_BYTES, waiting);
              // It may have been aborted in the meantime.
              if (ended.signal.aborted) giveBack();
            },
          });
        } finally {
          ended.abort();
          // A process that used much memory would keep it: a new one is cheaper.
          if (giveBack !== undefined) decoder.end();
          else if (decoder.isUsable()) putBack(decoder);
          giveBack?.();
        }
      },
      signal,
    );
}
