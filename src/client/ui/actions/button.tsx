import type { ComponentProps, ReactNode } from 'react';
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-class.ts';
import { SpinnerIcon } from '../waiting/spinner.tsx';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Something is under way: the button is disabled, turns a ring and says `busyLabel`. */
  busy?: boolean;
  /** What it says meanwhile, such as 'Sending...'. Its usual words if absent. */
  busyLabel?: ReactNode;
  /**
   * While busy it cannot be pressed, but keeps the focus: for dialogs in which nothing else could take it, so that Tab
   * would come to the page behind.
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
