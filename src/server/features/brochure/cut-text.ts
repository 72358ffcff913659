/** Cuts texts to the room that paper has. Pure. */

/** Letters of one line on paper. */
const LINE_MAX_LENGTH = 250;

/** Measures a text on one line, in points. */
export type Measure = (text: string) => number;

/**
 * Breaks a text into lines; a word that is wider than a line is broken where it must.
 *
 * @returns one entry for each line; an empty paragraph is an empty line
 */
export function wrap(text: string, width: number, measure: Measure): string[] {
  return text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, width, measure));
}

function wrapParagraph(paragraph: string, width: number, measure: Measure): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(/\s+/).flatMap((each) => breakWord(each, width, measure))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || measure(longer) <= width) {
      line = longer;
      continue;
    }
    lines.push(line);
    line = word;
  }
  return [...lines, line];
}

/** @returns the word itself if it fits on a line */
function breakWord(word: string, width: number, measure: Measure): string[] {
  if (measure(word) <= width) return [word];
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

/** The first lines of a text; the last one ends with an ellipsis if there are more. */
export function cutLines(text: string, most: number, width: number, measure: Measure): string[] {
  const lines = wrap(text, width, measure);
  if (lines.length <= most) return lines;
  let last = lines[most - 1] ?? '';
  while (last !== '' && measure(`${last}…`) > width) last = last.replace(/\s*\S$/u, '');
  return [...lines.slice(0, most - 1), `${last}…`];
}

/**
 * As many whole sentences of a text as fit into some lines; where not even the first one does, as much of it as does,
 * with an ellipsis.
 */
export function cutAtSentence(
  text: string,
  most: number,
  width: number,
  measure: Measure,
): string[] {
  if (most < 1) return [];
  // More than any line holds, so that a long text costs no more than a short one.
  const lines = wrap(text.slice(0, most * LINE_MAX_LENGTH), width, measure);
  if (lines.length <= most && text.length <= most * LINE_MAX_LENGTH) return lines;
  const shown = lines.slice(0, most).join('\n');
  const end = [...shown.matchAll(/[.!?…]["'”’)]*(?=\s|$)/g)].at(-1);
  return end === undefined
    ? cutLines(text.slice(0, most * LINE_MAX_LENGTH), most, width, measure)
    : shown.slice(0, end.index + end[0].length).split('\n');
}
