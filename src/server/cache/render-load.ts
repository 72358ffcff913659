/** Detects when a process handles more renders than a few visitors would cause. */

/** A render counts as crowded if it starts while at least this many others are running. */
const MAX_QUIET_RENDERS = 2;

/**
 * A process is busy after this many crowded renders within `BUSY_WINDOW_MS`. One visitor's browser
 * makes fewer API calls for a page, so a quiet site always sends the current version.
 */
const BUSY_RENDERS = 10;
/** The period in which crowded renders are counted. */
const BUSY_WINDOW_MS = 1_000;

/** Counts the renders that a process runs for visitors. */
export type RenderLoad = {
  run: <T>(render: () => Promise<T>) => Promise<T>;
  isBusy: () => boolean;
};

/** @param now a clock in milliseconds */
export function createRenderLoad(now: () => number): RenderLoad {
  let running = 0;
  /** When the last crowded renders started, oldest first. */
  const crowdedAtMs: number[] = [];
  return {
    run: async (render) => {
      running += 1;
      if (running > MAX_QUIET_RENDERS) crowdedAtMs.push(now());
      if (crowdedAtMs.length > BUSY_RENDERS) crowdedAtMs.shift();
      try {
        return await render();
      } finally {
        running -= 1;
      }
    },
    isBusy: () =>
      crowdedAtMs.length === BUSY_RENDERS && now() - (crowdedAtMs[0] ?? 0) <= BUSY_WINDOW_MS,
  };
}
