/** Renders CommonMark as HTML, for the legal texts (docs/product/site.md, Legal pages). */

import { micromark } from 'micromark';

/**
 * The parser escapes HTML and drops dangerous URLs (`javascript:`) by default. Images are disabled
 * because other sites could use them to track readers.
 */
const NO_PICTURES = { disable: { null: ['labelStartImage'] } };

/**
 * Limits that reject input which takes the parser minutes and that no real text contains: thousands
 * of opening characters in one paragraph, or deep nesting. Markup cannot span paragraphs, so a long
 * text can have any number as long as no paragraph has too many.
 */
const MAX_SIGNS = 4_000;
const MAX_ADJACENT_SIGNS = 400;
const SIGN = /[[\]*_`<!&]/g;
const DEEP_NEST = /^ {0,3}(?:(?:[-+*>]|\d{1,9}[.)])[ \t]*){40}/m;

/** A blank line or a list item ends a paragraph. */
const PARAGRAPH_END = /\r?\n[ \t]*(?=\r?\n)|\r?\n(?= {0,3}[-+*][ \t]+\S)/;

const countSigns = (text: string) => text.match(SIGN)?.length ?? 0;

/** Maximum quoted lines, since the parser compares them with each other. */
const MAX_QUOTED_LINES = 4_000;
const QUOTED_LINE = /^[ \t]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*>/gm;

const isTooComplex = (text: string) =>
  DEEP_NEST.test(text) ||
  (text.match(QUOTED_LINE)?.length ?? 0) > MAX_QUOTED_LINES ||
  (countSigns(text) > MAX_SIGNS &&
    text.split(PARAGRAPH_END).some((part) => countSigns(part) > MAX_ADJACENT_SIGNS));

const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * Renders a text as HTML.
 *
 * @returns only HTML that CommonMark can produce; headings start at the second level, below the
 * page's own
 */
export function renderMarkdown(text: string): string {
  if (isTooComplex(text)) return `<pre>${escapeHtml(text)}</pre>`;
  // Text between tags never contains `<`, so these patterns match only the parser's own tags.
  return micromark(text, { extensions: [NO_PICTURES] })
    .replaceAll(
      /<(\/?)h([1-5])>/g,
      (_tag, slash: string, level: string) => `<${slash}h${Number(level) + 1}>`,
    )
    .replaceAll('<a href="', '<a rel="nofollow noopener" href="');
}
