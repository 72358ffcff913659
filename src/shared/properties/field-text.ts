/** Formats a value for a form. Avoids exponents in numbers, which forms do not accept. */
export function formatFieldValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.join(',');
  const text = String(value);
  return typeof value === 'number' && text.includes('e')
    ? value.toFixed(15).replace(/\.?0+$/, '')
    : text;
}
