/** Contact details and links in the texts of a listing (docs/product/reviews.md, Signals). */

const EMAIL = /[\w.+-]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63})*\.[a-z]{2,24}/i;
const LINK = /\bhttps?:\/\/[^\s<>"]{1,200}|\bwww\.[^\s<>"]{1,200}/i;
/** A name of a site without anything before it. */
const SITE =
  /(?<![\w.@-])[a-z\d-]{2,63}\.(?:com|net|org|info|biz|io|co|us|homes|realty|house|app|me)\b(?:\/[^\s<>"]{0,200})?/i;
/** Ten digits, as telephone numbers of North America are written. */
const PHONE = /(?<![\d.])(?:\+?1[ .-]?)?(?:\(\d{3}\)|\d{3})[ .-]?\d{3}[ .-]?\d{4}(?!\d)/;

/** The first match of each kind in a text. */
export function findContactWords(text: string): string[] {
  const email = EMAIL.exec(text)?.[0];
  const link = (LINK.exec(text) ?? SITE.exec(text))?.[0];
  const phone = PHONE.exec(text)?.[0].trim();
  return [email, link, phone].filter((found) => found !== undefined);
}
