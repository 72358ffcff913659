/** Detects transfers that are too slow or have stopped. */

/** When a transfer is considered stalled: fewer than `bytesPerSecond`, averaged over `seconds`. */
export type StallRule = { bytesPerSecond: number; seconds: number };

/** A stalled upload is aborted. An upload that is faster than this can take as long as it needs. */
export const UPLOAD_STALL_RULE: StallRule = { bytesPerSecond: 10_000, seconds: 30 };

/** The rule for downloads, whose progress is counted in parts of up to a megabyte. */
export const DOWNLOAD_STALL_RULE: StallRule = { bytesPerSecond: 1_000, seconds: 120 };

/** The number of samples in a window of `seconds`. */
const SAMPLE_COUNT = 30;

/**
 * Watches a transfer.
 *
 * @param countBytes returns the number of bytes transferred so far
 * @param onStall called once, when too few bytes were transferred within the last `seconds`
 * @returns a function that stops watching; repeated calls have no effect
 */
export function watchForStall(
  countBytes: () => number,
  rule: StallRule,
  onStall: () => void,
): () => void {
  const samples: number[] = [countBytes()];
  const timer = setInterval(
    () => {
      const [oldest = 0] = samples;
      const count = countBytes();
      samples.push(count);
      if (samples.length <= SAMPLE_COUNT) return;
      samples.shift();
      if (count - oldest >= rule.bytesPerSecond * rule.seconds) return;
      clearInterval(timer);
      onStall();
    },
    (rule.seconds * 1000) / SAMPLE_COUNT,
  );
  // Don't let the timer keep the process alive.
  timer.unref();
  return () => clearInterval(timer);
}
