/** A record as a file holds it, by field name. */
export type ResoRecord = Readonly<Record<string, unknown>>;
