/** Joins words as alternatives: `House, Apartment or Condo`. */
export const orList = (words: readonly string[]) =>
  words.join(', ').replace(/, (?=[^,]*$)/, ' or ');
