/** Characters that no XML document may contain (XML 1.0, Char). */
const NO_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Escapes text for XML and HTML, in elements and in quoted attributes. */
export const escapeMarkup = (text: string): string =>
  text
    .replaceAll(NO_XML, '')
    .replaceAll(/[<>&'"]/g, (letter) => `&#${String(letter.charCodeAt(0))};`);
