import type { ReactNode, SubmitEvent } from 'react';
import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import { Banner } from '../../ui/notices/banner.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { PasswordInput } from '../../ui/fields/password-input.tsx';
import { SubmitButton } from './submit-button.tsx';

export interface AccountFormProps {
  /** Fetches the rules of the form; called when a user begins to fill it in. */
  onBegin: () => void;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => Promise<void>;
  /** The error message; null if there is none. */
  failure: string | null;
  busy: boolean;
  submitLabel: string;
  /** The button's label while busy. */
  busyLabel: string;
  /** The fields. */
  children: ReactNode;
  /** Content below the button. */
  beside?: ReactNode;
}

/** A form of the screens for signing in and up: its fields, what went wrong, and one wide button. */
export function AccountForm({
  onBegin,
  onSubmit,
  failure,
  busy,
  submitLabel,
  busyLabel,
  children,
  beside,
}: AccountFormProps) {
  return (
    <form
      noValidate
      // Should the browser ever send it by itself, a password must not be in the URL.
      method="post"
      onFocusCapture={onBegin}
      onSubmit={(event) => {
        noteSilentValues(event.currentTarget);
        void onSubmit(event);
      }}
      className="grid gap-5"
    >
      {children}
      {failure !== null && <Banner tone="error">{failure}</Banner>}
      <SubmitButton busy={busy} busyLabel={busyLabel}>
        {submitLabel}
      </SubmitButton>
      {beside}
    </form>
  );
}

/** Some password managers fill fields in without an event, by which the form would know of it. */
function noteSilentValues(form: HTMLFormElement): void {
  // For fields whose value the form knows, React ignores it.
  for (const field of form.querySelectorAll('input'))
    field.dispatchEvent(new Event('input', { bubbles: true }));
}

export interface AccountFieldProps {
  label: string;
  /** What `form.register` gives for it. */
  registered: UseFormRegisterReturn;
  error: FieldError | undefined;
}

/** The email address that a user signs in with. */
export function EmailField({
  label,
  registered,
  error,
  autoComplete = 'username',
}: AccountFieldProps & {
  /** With `webauthn`, browsers offer passkeys as well. */
  autoComplete?: 'username' | 'username webauthn';
}) {
  return (
    <Field label={label} error={error?.message}>
      {(control) => (
        <Input
          {...control}
          {...registered}
          type="email"
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Field>
  );
}

export interface PasswordFieldProps extends AccountFieldProps {
  /** Tells password managers whether they fill one in or make one up. */
  autoComplete: 'current-password' | 'new-password';
  /** Stands below it until there is an error. */
  hint?: string;
}

/** A password, which can be shown. */
export function PasswordField({
  label,
  registered,
  error,
  autoComplete,
  hint,
}: PasswordFieldProps) {
  return (
    <Field label={label} hint={error === undefined ? hint : undefined} error={error?.message}>
      {(control) => <PasswordInput {...control} {...registered} autoComplete={autoComplete} />}
    </Field>
  );
}
