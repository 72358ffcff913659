import type { ComponentProps, ReactNode } from 'react';
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-class.ts';
import { SpinnerIcon } from '../waiting/spinner.tsx';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Something is under way: the button is disabled, turns a ring and says `busyLabel`. */
  busy?: boolean;
  /** The label while busy, such as 'Sending...'; defaults to the usual label. */
  busyLabel?: ReactNode;
  /**
   * While busy it cannot be pressed, but retains focus: for dialogs without another focusable element, where Tab
   * would reach the page behind.
   */
  keepsFocus?: boolean;
}

/** A button. It submits a form only when `type="submit"` is said. */
export function Button({
  variant = 'primary',
  size = 'md',
  busy = false,
  busyLabel,
  keepsFocus = false,
  className,
  disabled,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const isHeld = busy && keepsFocus;
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled === true || (busy && !keepsFocus)}
      aria-disabled={isHeld || undefined}
      onClick={isHeld ? undefined : onClick}
      aria-busy={busy || undefined}
      className={buttonClass(variant, size, className)}
    >
      {busy && <SpinnerIcon className="size-4" />}
      {busy ? (busyLabel ?? children) : children}
    </button>
  );
}
