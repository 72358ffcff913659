import { cx } from '../class-names.ts';

/**
 * `primary` for the main action of a screen, `secondary` for actions next to it, `quiet` for frequent
 * actions, `danger` for destructive actions, `on-picture` for actions over a picture.
 */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'on-picture';
/** `md` is 44 pixels tall; `sm` is 36 for a mouse, 44 for touch. */
export type ButtonSize = 'md' | 'sm';

const VARIANT_CLASS: Record<ButtonVariant, string> = {
  primary: 'button-primary',
  secondary: 'button-secondary',
  quiet: 'text-ink hover:bg-sunken',
  danger: 'bg-danger text-on-danger hover:bg-danger-deep',
  'on-picture': 'border-on-veil/70 bg-veil text-on-veil hover:border-on-veil',
};

const SIZE_CLASS: Record<ButtonSize, string> = {
  md: 'button-md',
  sm: 'button-sm touch-target',
};

/** Returns the classes of a button, or of a link that looks like one. */
export function buttonClass(variant: ButtonVariant, size: ButtonSize, className?: string): string {
  return cx('button', VARIANT_CLASS[variant], SIZE_CLASS[size], className);
}
