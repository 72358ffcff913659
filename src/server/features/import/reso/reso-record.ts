/** The values of a record by field name. */
export type ResoRecord = Readonly<Record<string, unknown>>;
