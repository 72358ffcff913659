/** When everything that factories make begins, and what the clock of a test app shows at first is a day later. */
export const FACTORY_START = new Date('2026-03-01T12:00:00.000Z');
