/** The page numbers of a pager: first, last, the current one and those next to it; null is a gap. */
export function pageNumbers(page: number, pageCount: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, pageCount]
    .filter((number) => number >= 1 && number <= pageCount)
    .sort((a, b) => a - b);
  const numbers: (number | null)[] = [];
  let previous = 0;
  for (const number of wanted) {
    if (number === previous) continue;
    // A gap of one number is no shorter than the number itself.
    if (number - previous === 2) numbers.push(number - 1);
    else if (number - previous > 2) numbers.push(null);
    numbers.push(number);
    previous = number;
  }
  return numbers;
}
