/** The look that text boxes, text areas and selects share. 16 pixels of type: phones zoom into smaller ones. */
export const controlClass =
  'block w-full min-h-11 rounded-sm border border-line-strong bg-surface px-3.5 py-2 text-base text-ink transition-colors ' +
  'placeholder:text-ink-faint hover:border-ink-faint focus-visible:outline-offset-0 ' +
  'aria-invalid:border-danger disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-faint';
