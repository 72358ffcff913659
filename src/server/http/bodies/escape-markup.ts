/** Characters that are invalid in XML (XML 1.0, Char). */
const INVALID_IN_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Escapes text for elements and quoted attributes in XML and HTML. */
export const escapeMarkup = (text: string): string =>
  text
    .replaceAll(INVALID_IN_XML, '')
    .replaceAll(/[<>&'"]/g, (character) => `&#${String(character.charCodeAt(0))};`);
