import { cx } from '../class-names.ts';

/** `primary` once on a screen, `secondary` beside it, `quiet` where many stand, `danger` for what deletes. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'on-picture';
/** `md` is 44 pixels tall, `sm` 36 under a mouse and 44 under a finger. */
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

/** The look of a button, shared by buttons and by links that look like one. */
export function buttonClass(variant: ButtonVariant, size: ButtonSize, className?: string): string {
  return cx('button', VARIANT_CLASS[variant], SIZE_CLASS[size], className);
}
