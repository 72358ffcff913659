/** Detects request bodies that arrive too slowly or never end. */

import type { Socket } from 'node:net';

/** The definition of stalled: fewer bytes per second than this, for this many seconds in a row. */
export type StallRule = { bytesPerSecond: number; seconds: number };

/** A stalled upload is aborted; one that makes progress can take as long as it needs. */
export const UPLOAD_STALL_RULE: StallRule = { bytesPerSecond: 10_000, seconds: 30 };

/** Samples per window. */
const STEPS = 30;

/**
 * Watches the bytes received on a connection.
 *
 * @param onStall called once, when the last `seconds` brought less than the rule requires
 * @returns stops watching; can be called more than once
 */
export function watchForStall(socket: Socket, rule: StallRule, onStall: () => void): () => void {
  const samples: number[] = [socket.bytesRead];
  const timer = setInterval(
    () => {
      const [oldest = 0] = samples;
      samples.push(socket.bytesRead);
      if (samples.length <= STEPS) return;
      samples.shift();
      if (socket.bytesRead - oldest >= rule.bytesPerSecond * rule.seconds) return;
      clearInterval(timer);
      onStall();
    },
    (rule.seconds * 1000) / STEPS,
  );
  // The timer must not keep the process alive.
  timer.unref();
  return () => clearInterval(timer);
}
