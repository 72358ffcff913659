import { Button, type ButtonProps } from '../../ui/actions/button.tsx';
import { useSession } from '../../session/session-context.tsx';

/**
 * The full-width submit button of an account form. Disabled until hydration because the browser
 * would otherwise submit the form natively.
 */
export function SubmitButton(props: Omit<ButtonProps, 'type' | 'disabled' | 'className'>) {
  const isReady = useSession().status !== 'loading';
  return (
    <Button
      {...props}
      type="submit"
      disabled={!isReady}
      className={isReady ? 'w-full' : 'w-full disabled:opacity-100'}
    />
  );
}
