import type { ReactNode, SubmitEvent } from 'react';
import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import { Banner } from '../../ui/notices/banner.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { PasswordInput } from '../../ui/fields/password-input.tsx';
import { SubmitButton } from './submit-button.tsx';

export interface AccountFormProps {
  /** Loads the form's validation; called when a field receives focus. */
  onBegin: () => void;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => Promise<void>;
  /** The error message; null if there is none. */
  failure: string | null;
  busy: boolean;
  submitLabel: string;
  /** The button's label while busy. */
  busyLabel: string;
  children: ReactNode;
  /** Content below the button. */
  footer?: ReactNode;
}

/** The form on an account page, such as sign-in: fields, an error message, and one wide button. */
export function AccountForm({
  onBegin,
  onSubmit,
  failure,
  busy,
  submitLabel,
  busyLabel,
  children,
  footer,
}: AccountFormProps) {
  return (
    <form
      noValidate
      // If the browser submits the form natively, the password must not be in the URL.
      method="post"
      onFocusCapture={onBegin}
      onSubmit={(event) => {
        syncFilledValues(event.currentTarget);
        void onSubmit(event);
      }}
      className="grid gap-5"
    >
      {children}
      {failure !== null && <Banner tone="error">{failure}</Banner>}
      <SubmitButton busy={busy} busyLabel={busyLabel}>
        {submitLabel}
      </SubmitButton>
      {footer}
    </form>
  );
}

/** Updates the form with values that password managers filled in without an event. */
function syncFilledValues(form: HTMLFormElement): void {
  // React ignores the event if the value is unchanged.
  for (const field of form.querySelectorAll('input'))
    field.dispatchEvent(new Event('input', { bubbles: true }));
}

export interface AccountFieldProps {
  label: string;
  /** The result of `form.register`. */
  registered: UseFormRegisterReturn;
  error: FieldError | undefined;
}

/** A field for the account's email address. */
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
  /** Tells password managers whether to fill in or generate a password. */
  autoComplete: 'current-password' | 'new-password';
  /** Shown below the field until there is an error. */
  hint?: string;
}

/** A password field with a button to show the password. */
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
