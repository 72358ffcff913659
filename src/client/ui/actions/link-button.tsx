import { buttonClass, type ButtonSize, type ButtonVariant } from './button-class.ts';
import { Link, type LinkProps } from './link.tsx';

export interface LinkButtonProps extends LinkProps {
  variant?: ButtonVariant;
  size?: ButtonSize;
}

/** A link that looks like a button. Use links to navigate, and buttons for actions. */
export function LinkButton({
  variant = 'primary',
  size = 'md',
  className,
  ...rest
}: LinkButtonProps) {
  return <Link {...rest} className={buttonClass(variant, size, className)} />;
}
