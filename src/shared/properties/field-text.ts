/** Formats a value for a form: numbers without an exponent, which forms do not accept. */
export function textOfValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.join(',');
  const text = String(value);
  return typeof value === 'number' && text.includes('e')
    ? value.toFixed(15).replace(/\.?0+$/, '')
    : text;
}
