/** Replaces characters that a font lacks, which would print as boxes. */

import { withoutExcessMarks } from '#shared/format/combining-marks.ts';

/** Returns whether a font has a glyph for a code point. */
export type HasGlyph = (codePoint: number) => boolean;

const INVISIBLE = /[\p{C}\p{Variation_Selector}]/u;
/**
 * Characters that a text cannot lose without changing its meaning: letters, marks, digits, and
 * punctuation. Others, such as emoji, are omitted.
 */
const MEANINGFUL = /[\p{L}\p{Mn}\p{Mc}\p{N}\p{P}]/u;
const LETTER = /[\p{L}\p{N}]/u;
const OMISSION = '…';

/** Returns whether a font has all characters of a string. */
export const hasAllGlyphs = (text: string, hasGlyph: HasGlyph): boolean =>
  Array.from(text, (character) => character.codePointAt(0) ?? 0).every(hasGlyph);

/**
 * Makes text printable. If the font lacks a character, uses its plain form, such as 'fi' for a
 * ligature; otherwise, letters, digits, and punctuation become an ellipsis, and symbols are omitted.
 * Invisible characters are always omitted.
 *
 * @returns the text, with line breaks but no other control characters; empty if more letters and
 *   digits are lost than printed
 */
export function toPrintable(text: string, hasGlyph: HasGlyph): string {
  let printableCount = 0;
  let unprintableCount = 0;
  function replace(character: string): string {
    if (hasAllGlyphs(character, hasGlyph)) {
      if (LETTER.test(character)) printableCount += 1;
      return character;
    }
    // Handles ligatures and mathematical bold letters, for example.
    const normalized = character.normalize('NFKC');
    if (normalized !== character && hasAllGlyphs(normalized, hasGlyph)) {
      printableCount += 1;
      return normalized;
    }
    if (LETTER.test(character)) unprintableCount += 1;
    return MEANINGFUL.test(character) ? OMISSION : '';
  }

  const lines = withoutExcessMarks(text)
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    .split('\n')
    .map((line) =>
      Array.from(line.replaceAll(/\s+/g, ' '), (character) =>
        INVISIBLE.test(character) ? '' : replace(character),
      )
        .join('')
        .replaceAll(/…(?: ?…)+/g, OMISSION)
        .replaceAll(/ {2,}/g, ' ')
        .trim(),
    );
  return unprintableCount > printableCount ? '' : lines.join('\n');
}
