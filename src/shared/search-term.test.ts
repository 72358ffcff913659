import { describe, expect, it } from 'vitest';
import { searchTermSchema } from './schemas/properties/property-search.ts';
import { truncateText, toSearchTerm } from './search-term.ts';

describe('a search term', () => {
  it('is valid for the server regardless of where it is truncated', () => {
    for (const text of [
      `${'a'.repeat(199)}🏡`,
      `${'a'.repeat(198)}🏡`,
      `${'a'.repeat(199)} 🏡`,
      '🏡'.repeat(150),
      `\uD83C${'a'.repeat(250)}\uDFE1`,
      ` ${'\0a'.repeat(200)} `,
    ]) {
      const term = toSearchTerm(text);
      expect(term.isWellFormed()).toBe(true);
      expect(searchTermSchema.safeParse(term)).toMatchObject({ success: true, data: term });
    }
  });

  it('is truncated without splitting a surrogate pair', () => {
    expect(toSearchTerm(`${'a'.repeat(198)}🏡`)).toBe(`${'a'.repeat(198)}🏡`);
    expect(toSearchTerm(`${'a'.repeat(199)}🏡`)).toBe('a'.repeat(199));
    expect(truncateText('🏡🏡', 3)).toBe('🏡');
  });
});
