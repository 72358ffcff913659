/** `TEST_FULL=1` runs everything at full length (docs/testing.md, Full run). */
export const IS_FULL_RUN = process.env['TEST_FULL'] === '1';

/** Returns a test's amount of work, by default or in a full run. */
export const sized = (byDefault: number, inFull: number): number =>
  IS_FULL_RUN ? inFull : byDefault;

/** Returns every fourth entry by default, or one in `step`, which still covers each kind, and all in a full run. */
export const sampled = <T>(all: readonly T[], step = 4): readonly T[] =>
  IS_FULL_RUN ? all : all.filter((_, index) => index % step === 0);
