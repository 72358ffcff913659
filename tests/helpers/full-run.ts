/** `TEST_FULL=1` runs everything at full length (docs/testing.md, Full run). */
export const IS_FULL_RUN = process.env['TEST_FULL'] === '1';
