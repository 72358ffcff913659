/** Factory rows are created in the minutes after this time; the clock of a test app starts a day after it. */
export const FACTORY_START = new Date('2026-03-01T12:00:00.000Z');
