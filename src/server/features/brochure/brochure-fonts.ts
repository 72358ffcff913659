/** The fonts of brochures. */

import { createRequire } from 'node:module';
import path from 'node:path';
import type { HasGlyph } from './printable-text.ts';

const fileOf = (name: 'fraunces' | 'inter', file: string) =>
  path.join(
    path.dirname(createRequire(import.meta.url).resolve(`@expo-google-fonts/${name}/package.json`)),
    file,
  );

export const FONTS = {
  display: fileOf('fraunces', '600SemiBold/Fraunces_600SemiBold.ttf'),
  text: fileOf('inter', '400Regular/Inter_400Regular.ttf'),
  bold: fileOf('inter', '600SemiBold/Inter_600SemiBold.ttf'),
} as const;
export type Font = keyof typeof FONTS;

/** A document's current font, which PDFKit's types omit. */
type CurrentFont = { _font: { font: { hasGlyphForCodePoint: HasGlyph } } };

/** Selects a font and returns a function that tests whether the font has a glyph. */
export function createGlyphTest(doc: PDFKit.PDFDocument, name: Font): HasGlyph {
  const { font } = (doc.font(name) as PDFKit.PDFDocument & CurrentFont)._font;
  return (codePoint) => font.hasGlyphForCodePoint(codePoint);
}
