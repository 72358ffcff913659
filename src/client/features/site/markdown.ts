/** Renders CommonMark as HTML, for the legal documents (docs/product/site.md, Legal pages). */

import { micromark } from 'micromark';

/**
 * The parser escapes HTML and drops dangerous URLs (`javascript:`) by default. Images are disabled
 * because other sites could use them to track readers.
 */
const NO_PICTURES = { disable: { null: ['labelStartImage'] } };

/**
 * Limits on markup characters in the whole text and in one paragraph. A text that exceeds both is
 * rendered as plain text because the parser could take minutes. The same applies to texts with deep
 * nesting or too many quoted lines. Inline markup cannot span paragraphs, so the total is unlimited as
 * long as no paragraph exceeds its own limit.
 */
const MAX_MARKUP_CHARACTERS = 4_000;
const MAX_MARKUP_CHARACTERS_PER_PARAGRAPH = 400;
const MARKUP_CHARACTER = /[[\]*_`<!&]/g;
const DEEP_NESTING = /^ {0,3}(?:(?:[-+*>]|\d{1,9}[.)])[ \t]*){40}/m;

/** A blank line or a list item ends a paragraph. */
const PARAGRAPH_END = /\r?\n[ \t]*(?=\r?\n)|\r?\n(?= {0,3}[-+*][ \t]+\S)/;

const countMarkupCharacters = (text: string) => text.match(MARKUP_CHARACTER)?.length ?? 0;

/** Maximum number of quoted lines, for which the parser takes quadratic time. */
const MAX_QUOTED_LINES = 4_000;
const QUOTED_LINE = /^[ \t]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*>/gm;

const isTooComplex = (text: string) =>
  DEEP_NESTING.test(text) ||
  (text.match(QUOTED_LINE)?.length ?? 0) > MAX_QUOTED_LINES ||
  (countMarkupCharacters(text) > MAX_MARKUP_CHARACTERS &&
    text
      .split(PARAGRAPH_END)
      .some((part) => countMarkupCharacters(part) > MAX_MARKUP_CHARACTERS_PER_PARAGRAPH));

const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Renders a text as HTML. Headings start at the second level, below the page's own.
 *
 * @returns only HTML that CommonMark can produce, without pictures; one `<pre>` for a text that is
 * too complex
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
