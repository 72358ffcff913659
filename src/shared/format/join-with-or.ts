const formatter = new Intl.ListFormat('en-US', { type: 'disjunction' });

/** Joins words as alternatives: `House, Apartment, or Condo`. */
export const joinWithOr = (words: readonly string[]) => formatter.format(words);
