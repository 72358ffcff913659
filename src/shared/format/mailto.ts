/**
 * Returns the URL of an email link (RFC 6068).
 *
 * @param subject the initial subject; none if absent
 */
export function mailtoHref(email: string, subject?: string): string {
  const to = encodeURIComponent(email).replaceAll('%40', '@');
  return `mailto:${to}${subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`}`;
}
