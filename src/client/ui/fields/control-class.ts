import { cx } from '../class-names.ts';

/**
 * The look that text boxes, text areas and selects share. 16 pixels of type: phones zoom into smaller ones.
 *
 * @param bare without a border, for controls inside a box that has one
 */
export function controlClass(bare = false): string {
  return cx(
    'block w-full min-h-11 rounded-sm border px-3.5 py-2 text-base text-ink transition-colors',
    'placeholder:text-ink-faint focus-visible:outline-offset-0',
    'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-faint',
    bare
      ? 'border-transparent bg-transparent'
      : 'border-line-strong bg-surface hover:border-ink-faint aria-invalid:border-danger',
  );
}
