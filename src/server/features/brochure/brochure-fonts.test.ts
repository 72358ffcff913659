import PDFDocument from 'pdfkit';
import { expect, test } from 'vitest';
import { createGlyphTest, FONTS } from './brochure-fonts.ts';
import { hasAllGlyphs } from './printable-text.ts';

test('reports which characters a font has', () => {
  const doc = new PDFDocument();
  for (const [name, file] of Object.entries(FONTS)) doc.registerFont(name, file);
  const listMissing = (name: keyof typeof FONTS, text: string) => {
    const hasGlyph = createGlyphTest(doc, name);
    return Array.from(text)
      .filter((character) => !hasAllGlyphs(character, hasGlyph))
      .join('');
  };
  expect(listMissing('text', 'Kāneʻohe Łódź Київ Αθήνα 東京 م 🏡')).toBe('東京م🏡');
  expect(listMissing('bold', 'Kāneʻohe Łódź Київ Αθήνα 東京 م 🏡')).toBe('東京م🏡');
  expect(listMissing('display', 'Kāneohe Łódź')).toBe('');
  expect(listMissing('display', 'ʻК')).toBe('ʻК');
});
