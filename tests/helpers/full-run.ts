/** Whether this is a full run, which `TEST_FULL=1` starts (docs/testing.md, Full run). */
export const IS_FULL_RUN = process.env['TEST_FULL'] === '1';

/** Returns the first number in a default run, and the second in a full run. */
export const defaultOrFull = (defaultValue: number, fullValue: number): number =>
  IS_FULL_RUN ? fullValue : defaultValue;

/** Returns all entries in a full run, and otherwise every `step`th entry. */
export const sampleUnlessFull = <T>(all: readonly T[], step = 4): readonly T[] =>
  IS_FULL_RUN ? all : all.filter((_, index) => index % step === 0);
