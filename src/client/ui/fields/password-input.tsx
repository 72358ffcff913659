import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useState, type ComponentProps } from 'react';
import { cx } from '../class-names.ts';
import { IconButton } from '../actions/icon-button.tsx';
import { Input } from './input.tsx';

/**
 * A password input with a button that shows its text. Set `autoComplete`, so that password managers
 * know the kind of password.
 */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [visible, setVisible] = useState(false);
  const Icon = visible ? EyeOff : Eye;
  return (
    <span className="relative block">
      <Input
        {...rest}
        type={visible ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className={cx('pr-12', className)}
      />
      <IconButton
        label={visible ? 'Hide characters' : 'Show characters'}
        aria-controls={rest.id}
        icon={<Icon aria-hidden="true" className="size-5" />}
        onClick={() => setVisible(!visible)}
        className="needs-js absolute inset-y-0 right-0 h-full text-ink-faint hover:bg-transparent hover:text-ink"
      />
    </span>
  );
}
