/** The earliest time of factory records; the clock of a test app starts a day later. */
export const FACTORY_START = new Date('2026-03-01T12:00:00.000Z');
