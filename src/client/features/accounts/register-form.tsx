import { useForm } from 'react-hook-form';
import { MIN_PASSWORD_LENGTH } from '#shared/limits.ts';
import type { RegisterForm as RegisterFormValues } from '#shared/schemas/auth.ts';
import { useSite } from '../../api/page-data/site.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { failureText } from '../../forms/failure-text.ts';
import { applyFieldErrors } from '../../forms/form-errors.ts';
import { schemaResolver } from '../../forms/schema-resolver.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { useSession } from '../../session/session-context.tsx';
import { AccountForm, EmailField, PasswordField } from './account-form.tsx';

const rules = schemaResolver(
  async () => (await import('#shared/schemas/auth.ts')).registerFormSchema,
);

/** The roles that users can choose when they sign up (docs/product/accounts.md, Signing up). */
export const ROLE_OPTIONS = [
  { value: 'user', label: 'User (Looking for property)' },
  { value: 'agent', label: 'Agent (Listing property)' },
] as const;

/**
 * The sign-up form, which also signs the user in (docs/product/accounts.md, Signing up). The page decides
 * where to go afterward.
 */
export function RegisterForm() {
  const { signIn } = useSession();
  const isAgentSignUpClosed = useSite().policies.agentSignUp === 'closed';
  // No default values, to keep what a password manager filled in before hydration.
  const form = useForm<RegisterFormValues, unknown, RegisterFormValues>({
    resolver: rules.resolver,
  });
  const { errors } = form.formState;
  // Registered here because `Field` renders its control later, and the first invalid field in
  // registration order gets the focus.
  const name = form.register('name');
  const register = useApiMutation(
    (api, values: RegisterFormValues) => api.call('POST /auth/register', { json: values }),
    { onSuccess: signIn, onError: (error) => applyFieldErrors(error, form) },
  );

  return (
    <AccountForm
      onBegin={rules.preload}
      onSubmit={form.handleSubmit((values) => register.mutate(values))}
      failure={register.isError ? failureText(register.error, 'Registration failed') : null}
      busy={register.isPending || register.isSuccess}
      submitLabel="Create Account"
      busyLabel="Creating account..."
    >
      <Field label="Full Name" error={errors.name?.message}>
        {(control) => <Input {...control} {...name} autoComplete="name" />}
      </Field>
      <EmailField label="Email address" registered={form.register('email')} error={errors.email} />
      <PasswordField
        label="Password"
        hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
        registered={form.register('password', { deps: 'confirmPassword' })}
        error={errors.password}
        autoComplete="new-password"
      />
      <PasswordField
        label="Confirm Password"
        registered={form.register('confirmPassword')}
        error={errors.confirmPassword}
        autoComplete="new-password"
      />
      {isAgentSignUpClosed ? (
        <input type="hidden" value="user" {...form.register('role')} />
      ) : (
        <Field label="I am a..." error={errors.role?.message}>
          {(control) => <Select {...control} {...form.register('role')} options={ROLE_OPTIONS} />}
        </Field>
      )}
    </AccountForm>
  );
}
