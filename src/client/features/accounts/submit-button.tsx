import { Button, type ButtonProps } from '../../ui/actions/button.tsx';
import { useSession } from '../../session/session-context.tsx';

/**
 * The button at the foot of an account's form, as wide as the form. Until scripts are there it cannot be pressed: the
 * browser would send the form by itself.
 */
export function SubmitButton(props: Omit<ButtonProps, 'type' | 'disabled' | 'className'>) {
  const isReady = useSession().status !== 'loading';
  return (
    <Button
      {...props}
      type="submit"
      disabled={!isReady}
      // That moment is too short to be seen.
      className={isReady ? 'w-full' : 'w-full disabled:opacity-100'}
    />
  );
}
