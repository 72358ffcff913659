/** CommonMark as HTML, for the legal texts (docs/product/site.md, Legal pages). */

import { micromark } from 'micromark';

/**
 * The parser shows HTML as the text that it is and drops addresses that run (`javascript:`), as it comes. Pictures are
 * switched off: they would be fetched from elsewhere, and tell who reads.
 */
const NO_PICTURES = { disable: { null: ['labelStartImage'] } };

/**
 * What no text for people holds, and what the parser takes minutes for: thousands of signs that may open something, or
 * deep nests.
 */
const SIGNS_MOST = 4_000;
const DEEP_NEST = /^ {0,3}(?:(?:[-+*>]|\d{1,9}[.)])[ \t]*){40}/m;

const isEndless = (text: string) =>
  DEEP_NEST.test(text) || (text.match(/[[\]*_`<!&]/g)?.length ?? 0) > SIGNS_MOST;

const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * @returns HTML that holds only what CommonMark can make; headings begin at the second level, below the page's own
 */
export function renderMarkdown(text: string): string {
  if (isEndless(text)) return `<pre>${escapeHtml(text)}</pre>`;
  // What stands between tags never holds `<`, so these patterns meet the parser's own tags alone.
  return micromark(text, { extensions: [NO_PICTURES] })
    .replaceAll(
      /<(\/?)h([1-5])>/g,
      (_tag, slash: string, level: string) => `<${slash}h${Number(level) + 1}>`,
    )
    .replaceAll('<a href="', '<a rel="nofollow noopener" href="');
}
