/** CommonMark as HTML, for the legal texts (docs/product/site.md, Legal pages). */

import { micromark } from 'micromark';

/**
 * The parser shows HTML as the text that it is and drops addresses that run (`javascript:`), as it comes. Pictures are
 * switched off: they would be fetched from elsewhere, and tell who reads.
 */
const NO_PICTURES = { disable: { null: ['labelStartImage'] } };

/**
 * What no text for people holds, and what the parser takes minutes for: thousands of signs that may open something, all
 * in one paragraph, or deep nests. Nothing that opens in one paragraph reaches into the next, so a long text may hold any
 * number of them as long as no paragraph holds many.
 */
const SIGNS_MOST = 4_000;
const SIGNS_MOST_TOGETHER = 400;
const SIGN = /[[\]*_`<!&]/g;
const DEEP_NEST = /^ {0,3}(?:(?:[-+*>]|\d{1,9}[.)])[ \t]*){40}/m;

/** After an empty line, and with an entry of a list, a paragraph has ended, whatever stood in it. */
const PARAGRAPH_END = /\r?\n[ \t]*(?=\r?\n)|\r?\n(?= {0,3}[-+*][ \t]+\S)/;

const countSigns = (text: string) => text.match(SIGN)?.length ?? 0;

/** Thousands of quotes, which the parser compares with each other. */
const QUOTED_LINES_MOST = 4_000;
const QUOTED_LINE = /^[ \t]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*>/gm;

const isEndless = (text: string) =>
  DEEP_NEST.test(text) ||
  (text.match(QUOTED_LINE)?.length ?? 0) > QUOTED_LINES_MOST ||
  (countSigns(text) > SIGNS_MOST &&
    text.split(PARAGRAPH_END).some((part) => countSigns(part) > SIGNS_MOST_TOGETHER));

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
