/** The address of a phone call: digits, with a plus sign in front if there is one; an extension stays out. */
export function telHref(phone: string): string {
  const [number = ''] = phone.split(/ext|[x#,]/i);
  return `tel:${number.trim().startsWith('+') ? '+' : ''}${number.replaceAll(/\D/g, '')}`;
}
