/** Finds contact details and links in a listing's text (docs/product/reviews.md, Signals). */

const EMAIL = /[\w.+-]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63})*\.[a-z]{2,24}/i;
const LINK = /\bhttps?:\/\/[^\s<>"]{1,200}|\bwww\.[^\s<>"]{1,200}/i;
/** A domain name without a scheme or `www`. */
const DOMAIN =
  /(?<![\w.@-])[a-z\d-]{2,63}\.(?:com|net|org|info|biz|io|co|us|homes|realty|house|app|me)\b(?:\/[^\s<>"]{0,200})?/i;
/** A North American phone number of ten digits, or an international one with `+`. */
const PHONE =
  /(?<![\d.])(?:\+?1[ .-]?)?(?:\(\d{3}\)|\d{3})[ .–-]{0,3}\d{3}[ .–-]{0,3}\d{4}(?!\d)|\+\d(?:[ .–-]?\d){8,14}/;

/** Returns the first email address, link, and phone number. */
export function findContactDetails(text: string): string[] {
  const email = EMAIL.exec(text)?.[0];
  const link = (LINK.exec(text) ?? DOMAIN.exec(text))?.[0];
  const phone = PHONE.exec(text)?.[0].trim();
  return [email, link, phone].filter((match) => match !== undefined);
}
