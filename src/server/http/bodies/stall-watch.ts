/** Detects request bodies that arrive too slowly or never end. */

import type { Socket } from 'node:net';

/** When a transfer counts as stalled: fewer bytes per second than this, averaged over this many seconds. */
export type StallRule = { bytesPerSecond: number; seconds: number };

/** A stalled upload is aborted; one that makes progress can take as long as it needs. */
export const UPLOAD_STALL_RULE: StallRule = { bytesPerSecond: 10_000, seconds: 30 };

/** The number of samples in a window of `seconds`. */
const SAMPLE_COUNT = 30;

/**
 * Watches the number of bytes received on a connection.
 *
 * @param onStall called once, when too few bytes arrived within the last `seconds`
 * @returns a function that stops watching; repeated calls have no effect
 */
export function watchForStall(socket: Socket, rule: StallRule, onStall: () => void): () => void {
  const samples: number[] = [socket.bytesRead];
  const timer = setInterval(
    () => {
      const [oldest = 0] = samples;
      samples.push(socket.bytesRead);
      if (samples.length <= SAMPLE_COUNT) return;
      samples.shift();
      if (socket.bytesRead - oldest >= rule.bytesPerSecond * rule.seconds) return;
      clearInterval(timer);
      onStall();
    },
    (rule.seconds * 1000) / SAMPLE_COUNT,
  );
  // The timer must not keep the process alive.
  timer.unref();
  return () => clearInterval(timer);
}
