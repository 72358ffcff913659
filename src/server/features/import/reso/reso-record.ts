/** A record in a file, by field name. */
export type ResoRecord = Readonly<Record<string, unknown>>;
