import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useState, type ComponentProps } from 'react';
import { cx } from '../class-names.ts';
import { IconButton } from '../actions/icon-button.tsx';
import { Input } from './input.tsx';

/**
 * A password input with a button that shows its text. Set `autoComplete` so that password managers
 * know the kind of password.
 */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [isVisible, setIsVisible] = useState(false);
  const Icon = isVisible ? EyeOff : Eye;
  return (
    <span className="relative block">
      <Input
        {...rest}
        type={isVisible ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className={cx('pr-12', className)}
      />
      <IconButton
        label={isVisible ? 'Hide characters' : 'Show characters'}
        aria-controls={rest.id}
        icon={<Icon aria-hidden="true" className="size-5" />}
        onClick={() => setIsVisible(!isVisible)}
        className="needs-js absolute inset-y-0 right-0 h-full text-ink-faint hover:bg-transparent hover:text-ink"
      />
    </span>
  );
}
