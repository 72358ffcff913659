/** Joins class names, leaving away what is empty: `cx('a', isOpen && 'b')`. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
