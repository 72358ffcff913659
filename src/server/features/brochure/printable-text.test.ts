import { describe, expect, test } from 'vitest';
import { toPrintable } from './printable-text.ts';

/** A font with Latin letters and some symbols. */
const hasGlyph = (codePoint: number) =>
  /[\p{ASCII}\p{Script=Latin}…’½²•]/u.test(String.fromCodePoint(codePoint)) &&
  !/[ﬀ-ﬆＡ-ｚ]/u.test(String.fromCodePoint(codePoint));
const convertToPrintable = (text: string) => toPrintable(text, hasGlyph);

describe('printable text', () => {
  test('preserves line breaks and the font’s characters', () => {
    const text = 'Château à Kāneʻohe, 5½ baths\n\n• 20 m²';
    expect(toPrintable(text, () => true)).toBe(text);
    expect(convertToPrintable('One.\r\nTwo.\tThree.')).toBe('One.\nTwo. Three.');
  });

  test('omits emoji, flags, keycaps, and invisible characters', () => {
    expect(convertToPrintable('🏡 Dream home ✨ with pool 🏊‍♀️ 🇺🇸 ❤️ 1️⃣')).toBe(
      'Dream home with pool 1',
    );
    expect(convertToPrintable('A ho\u200bme\ufeff')).toBe('A home');
  });

  test('limits combining marks to four per letter', () => {
    expect(toPrintable(`a${'\u0333'.repeat(60)}b`, () => true)).toBe(`a${'\u0333'.repeat(4)}b`);
  });

  test('replaces letter variants with plain letters', () => {
    expect(convertToPrintable('ﬁne ﬂat, 𝐁𝐨𝐥𝐝 ｆｕｌｌ')).toBe('fine flat, Bold full');
  });

  test('replaces consecutive missing letters with one ellipsis', () => {
    expect(convertToPrintable('Sunny home 阳光住宅 near UT')).toBe('Sunny home … near UT');
    expect(convertToPrintable('A porch (门廊) and 靠近 公园。 A garden.')).toBe(
      'A porch (…) and … A garden.',
    );
    expect(convertToPrintable('Ming Wang 王小明')).toBe('Ming Wang …');
  });

  test('is empty if most letters are lost', () => {
    expect(convertToPrintable('金尼大道1208号')).toBe('');
    expect(convertToPrintable('有3间卧室')).toBe('');
    expect(convertToPrintable('منزل مشرق')).toBe('');
    expect(convertToPrintable('🏡')).toBe('');
  });
});
