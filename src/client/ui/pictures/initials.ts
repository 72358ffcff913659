/** Returns one or two initials: AL for 'Ada Lovelace', C for 'Cher'; '?' for an empty name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = words.at(0);
  if (first === undefined) return '?';
  const last = words.length > 1 ? words.at(-1) : undefined;
  return (firstLetter(first) + (last === undefined ? '' : firstLetter(last))).toUpperCase();
}

function firstLetter(word: string): string {
  return Array.from(word)[0] ?? '';
}

/** Maps a text to a number from 0 to `count` - 1; equal texts have equal numbers. */
export function pickByText(text: string, count: number): number {
  let hash = 0;
  for (const letter of text) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return hash % count;
}
