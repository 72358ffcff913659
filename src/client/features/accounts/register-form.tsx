import { useForm } from 'react-hook-form';
import { PASSWORD_MIN_LENGTH } from '#shared/limits.ts';
import type { RegisterForm as RegisterFormValues } from '#shared/schemas/auth.ts';
import { useApiMutation } from '../../api/use-api-query.ts';
import { failureText } from '../../forms/failure-text.ts';
import { applyFieldErrors } from '../../forms/form-errors.ts';
import { schemaResolver } from '../../forms/schema-resolver.ts';
import { Banner } from '../../ui/banner.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { Select } from '../../ui/select.tsx';
import { useSession } from '../session/session-context.tsx';
import { SubmitButton } from './submit-button.tsx';

const rules = schemaResolver(
  async () => (await import('#shared/schemas/auth.ts')).registerFormSchema,
);

/** Who can sign up, in the words of spec section 2, Register. */
export const ROLE_OPTIONS = [
  { value: 'user', label: 'User (Looking for property)' },
  { value: 'agent', label: 'Agent (Listing property)' },
] as const;

/** Signing up, which signs in as well (spec section 2, Register). Where to go then is the page's business. */
export function RegisterForm() {
  const { signIn } = useSession();
  // Without default values: what a password manager filled in before the scripts came must stay.
  const form = useForm<RegisterFormValues, unknown, RegisterFormValues>({
    resolver: rules.resolver,
  });
  const { errors } = form.formState;
  const register = useApiMutation(
    (api, values: RegisterFormValues) => api.call('POST /auth/register', { json: values }),
    { onSuccess: signIn, onError: (error) => applyFieldErrors(error, form) },
  );

  return (
    <form
      noValidate
      // Should the browser ever send it by itself, the password must not stand in the address.
      method="post"
      onFocusCapture={rules.preload}
      onSubmit={(event) => void form.handleSubmit((values) => register.mutate(values))(event)}
      className="grid gap-5"
    >
      <Field label="Full Name" error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register('name')} autoComplete="name" />}
      </Field>
      <Field label="Email address" error={errors.email?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register('email')}
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Field
        label="Password"
        hint={errors.password ? undefined : `At least ${PASSWORD_MIN_LENGTH} characters.`}
        error={errors.password?.message}
      >
        {(control) => (
          <PasswordInput
            {...control}
            {...form.register('password', { deps: 'confirmPassword' })}
            autoComplete="new-password"
          />
        )}
      </Field>
      <Field label="Confirm Password" error={errors.confirmPassword?.message}>
        {(control) => (
          <PasswordInput
            {...control}
            {...form.register('confirmPassword')}
            autoComplete="new-password"
          />
        )}
      </Field>
      <Field label="I am a..." error={errors.role?.message}>
        {(control) => <Select {...control} {...form.register('role')} options={ROLE_OPTIONS} />}
      </Field>
      {register.isError && (
        <Banner tone="error">{failureText(register.error, 'Registration failed')}</Banner>
      )}
      <SubmitButton busy={register.isPending || register.isSuccess} busyLabel="Creating account...">
        Create Account
      </SubmitButton>
    </form>
  );
}
