/** `TEST_FULL=1` runs everything at full length (docs/testing.md, Full run). */
export const IS_FULL_RUN = process.env['TEST_FULL'] === '1';

/** Returns the amount of work for this run: the default one, or the one of a full run. */
export const defaultOrFull = (byDefault: number, inFull: number): number =>
  IS_FULL_RUN ? inFull : byDefault;

/** Returns all entries in a full run, otherwise every `step`th, which still covers each kind. */
export const sampleUnlessFull = <T>(all: readonly T[], step = 4): readonly T[] =>
  IS_FULL_RUN ? all : all.filter((_, index) => index % step === 0);
