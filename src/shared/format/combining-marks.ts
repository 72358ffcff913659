/** No language puts more than four combining marks on a letter. */
const EXCESS_MARKS = /(?<=\p{M}{4})\p{M}/gu;

/**
 * Removes combining marks beyond the fourth on a letter. The time to normalize or print a run of marks grows with its
 * square: 20,000 of them would take seconds.
 */
export const withoutExcessMarks = (text: string): string => text.replaceAll(EXCESS_MARKS, '');
