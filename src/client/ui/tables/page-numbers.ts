/**
 * Returns the page numbers to link: the first, the last, the current one, and its neighbors; null for
 * a gap.
 */
export function pageNumbers(page: number, pageCount: number): (number | null)[] {
  const candidates = [1, page - 1, page, page + 1, pageCount]
    .filter((number) => number >= 1 && number <= pageCount)
    .sort((a, b) => a - b);
  const numbers: (number | null)[] = [];
  let previous = 0;
  for (const number of candidates) {
    if (number === previous) continue;
    // A single number takes no more room than a gap.
    if (number - previous === 2) numbers.push(number - 1);
    else if (number - previous > 2) numbers.push(null);
    numbers.push(number);
    previous = number;
  }
  return numbers;
}
