/** Joins class names without empty ones: `cx('a', isOpen && 'b')`. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
