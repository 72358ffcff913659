/** Words in addresses that stay in capitals. */
const UPPERCASE_WORDS = new Set(
  'N S E W NE NW SE SW US FM CR SR TX II III IV VI VII VIII PO RR HC APO FPO DPO PSC CMR AFB'.split(
    ' ',
  ),
);

/**
 * Converts a place or street in capitals, such as `4734 14TH AVE`, to mixed case. Keeps text with
 * lowercase letters because its case is deliberate.
 *
 * Ignores `Unit`, `Apt`, and `Ste`: `207 ORANGE BLOSSOM CIR Unit C` is converted.
 */
export function toMixedCase(text: string): string {
  const withoutUnitNames = text.replaceAll(/\b(?:Unit|Apt|Ste)\b/g, '');
  if (/\p{Ll}/u.test(withoutUnitNames) || !/\p{Lu}{2}/u.test(withoutUnitNames)) return text;
  return text.replaceAll(/[\p{L}\d]+(?:['’]\p{L}+)*/gu, (word, at: number) =>
    wordToMixedCase(word, at === 0),
  );
}

function wordToMixedCase(word: string, isFirst: boolean): string {
  if (UPPERCASE_WORDS.has(word) || /\p{Ll}/u.test(word)) return word;
  if (/^\d+(?:ST|ND|RD|TH)$/.test(word)) return word.toLowerCase();
  // Apartment and lot numbers: 19A, A12.
  if (/\d/.test(word)) return word;
  // The first cased letter can follow an okina, which is a letter without case.
  const capitalized = word.toLowerCase().replace(/\p{Ll}/u, (letter) => letter.toUpperCase());
  const withPrefix = capitalized.replace(
    /^(Mc|[DLO]['’ʼ])(\p{Ll})/u,
    (_, start: string, next: string) => start + next.toUpperCase(),
  );
  // Coeur d'Alene, but D'Iberville.
  return isFirst ? withPrefix : withPrefix.replace(/^D(?=['’ʼ])/, 'd');
}
