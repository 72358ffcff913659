/** Notices when a request's body comes too slowly, or does not end. */

import type { Socket } from 'node:net';

/** The definition of stalled: fewer bytes per second than this, for so many seconds in a row. */
export type StallRule = { bytesPerSecond: number; seconds: number };

/** A stalled upload is ended; one that progresses may take as long as it needs. */
export const UPLOAD_STALL_RULE: StallRule = { bytesPerSecond: 10_000, seconds: 30 };

/** How often the window moves on within its length. */
const STEPS = 30;

/**
 * Watches what arrives on a connection.
 *
 * @param onStall called once, when the last `seconds` brought less than the rule asks for
 * @returns ends the watch; may be called more than once
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
  // The timer does not hold the process open.
  timer.unref();
  return () => clearInterval(timer);
}
