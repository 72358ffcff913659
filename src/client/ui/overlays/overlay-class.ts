/** The backdrop of a dialog or a drawer. */
export const backdropClass =
  'fixed inset-0 z-40 min-h-dvh bg-veil transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0';

/** The floating box of a dialog, popover, tooltip, or list of options. */
export const popupClass =
  'border border-line bg-surface text-ink shadow-pop outline-none transition-[opacity,scale] duration-150 ' +
  'data-ending-style:scale-[0.98] data-ending-style:opacity-0 data-starting-style:scale-[0.98] data-starting-style:opacity-0';
