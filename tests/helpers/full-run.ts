/** `TEST_FULL=1` runs everything at full length (docs/testing.md, Full run). */
export const IS_FULL_RUN = process.env['TEST_FULL'] === '1';

/** How much a test draws or fills in, by default and in a full run. */
export const sized = (byDefault: number, inFull: number): number =>
  IS_FULL_RUN ? inFull : byDefault;
