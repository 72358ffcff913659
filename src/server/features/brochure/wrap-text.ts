/** Wraps and truncates text for print. */

/** More characters than fit on a line of paper. */
const MAX_LINE_LENGTH = 250;

/** Returns the width of a single line of text, in points. */
export type Measure = (text: string) => number;

/**
 * Breaks text into lines, and breaks words that are wider than a line.
 *
 * @returns one entry for each line; an empty paragraph is an empty line
 */
export function wrap(text: string, width: number, measure: Measure): string[] {
  return text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, width, measure));
}

function wrapParagraph(paragraph: string, width: number, measure: Measure): string[] {
  const lines: string[] = [];
  let line = '';
  let lineWidth = 0;
  const space = measure(' ');
  for (const word of paragraph.split(/\s+/).flatMap((text) => breakWord(text, width, measure))) {
    // Measure words with their trailing space, as they are drawn, because PDFKit caches word widths.
    const wordWidth = measure(`${word} `);
    if (line !== '' && lineWidth + wordWidth - space > width) {
      lines.push(line);
      line = '';
      lineWidth = 0;
    }
    line = line === '' ? word : `${line} ${word}`;
    lineWidth += wordWidth;
  }
  return [...lines, line];
}

/** Breaks a word into parts that fit on a line. Returns only the word itself if it fits. */
function breakWord(word: string, width: number, measure: Measure): string[] {
  if (measure(`${word} `) - measure(' ') <= width) return [word];
  const parts: string[] = [];
  let part = '';
  for (const { segment } of new Intl.Segmenter('en').segment(word)) {
    if (part !== '' && measure(part + segment) > width) {
      parts.push(part);
      part = '';
    }
    part += segment;
  }
  return [...parts, part];
}

/** Returns the first lines of text; the last one ends with an ellipsis if there are more. */
export function truncateLines(
  text: string,
  maxLines: number,
  width: number,
  measure: Measure,
): string[] {
  const lines = wrap(text, width, measure);
  if (lines.length <= maxLines) return lines;
  let last = lines[maxLines - 1] ?? '';
  while (last !== '' && measure(`${last}…`) > width) last = last.replace(/\s*\S$/u, '');
  return [...lines.slice(0, maxLines - 1), `${last}…`];
}

/**
 * Returns as many whole sentences as fit into a number of lines. If the first sentence does not
 * fit, truncates it with an ellipsis.
 */
export function truncateAtSentence(
  text: string,
  maxLines: number,
  width: number,
  measure: Measure,
): string[] {
  if (maxLines < 1) return [];
  // Truncate first so that a long text costs no more than a short one.
  const lines = wrap(text.slice(0, maxLines * MAX_LINE_LENGTH), width, measure);
  if (lines.length <= maxLines && text.length <= maxLines * MAX_LINE_LENGTH) return lines;
  const visible = lines.slice(0, maxLines).join('\n');
  const end = [...visible.matchAll(/[.!?…]["'”’)]*(?=\s|$)/g)].at(-1);
  return end === undefined
    ? truncateLines(text.slice(0, maxLines * MAX_LINE_LENGTH), maxLines, width, measure)
    : visible.slice(0, end.index + end[0].length).split('\n');
}
