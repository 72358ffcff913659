/** Returns a `tel:` URL: the digits and any leading plus sign, without an extension. */
export function telHref(phone: string): string {
  const [number = ''] = phone.split(/ext|[x#,]/i);
  return `tel:${number.trim().startsWith('+') ? '+' : ''}${number.replaceAll(/\D/g, '')}`;
}
