/** Converts HTML to plain text because some feeds copy remarks from web pages. */

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  hellip: '…',
  bull: '•',
  middot: '·',
  deg: '°',
  frac12: '½',
  reg: '®',
  trade: '™',
  aacute: 'á',
  eacute: 'é',
  iacute: 'í',
  oacute: 'ó',
  uacute: 'ú',
  ntilde: 'ñ',
};
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+\d*));/gi;

/**
 * Tags that end a line, and tags that are removed. Other tags and text like `5 < 6` are kept.
 */
const LINE_TAG = /<br\s*\/?>|<\/(?:p|div|li|ul|ol|h[1-6])\s*>/gi;
const STYLE_TAG = /<\/?(?:p|div|li|ul|ol|h[1-6]|span|font|strong|small|em|b|i|u|a)(?:\s[^<>]*)?>/gi;

/** Decodes entities once, and replaces tags with line breaks or removes them. */
export function toPlainText(text: string): string {
  if (!/[&<]/.test(text)) return text;
  return text
    .replaceAll(ENTITY, (entity: string, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? entity;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : entity;
    })
    .replaceAll(LINE_TAG, '\n')
    .replaceAll(STYLE_TAG, '');
}
