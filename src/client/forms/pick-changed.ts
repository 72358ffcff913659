/**
 * Returns the values that differ from the loaded ones. Sending unchanged values would revert other
 * users' changes.
 */
export function pickChanged<Values extends object>(
  values: Values,
  loaded: Values,
): Partial<Values> {
  const entries = Object.entries(values) as [keyof Values, unknown][];
  return Object.fromEntries(
    entries.filter(([name, value]) => !isSame(value, loaded[name])),
  ) as Partial<Values>;
}

/** Returns whether two JSON values are equal. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
