import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router';
import { pagePaths } from '#shared/page-paths.ts';
import type { Login } from '#shared/schemas/auth.ts';
import type { ApiError } from '../../api/api-error.ts';
import { useApiMutation } from '../../api/use-api-query.ts';
import { failureText } from '../../forms/failure-text.ts';
import { applyFieldErrors } from '../../forms/form-errors.ts';
import { schemaResolver } from '../../forms/schema-resolver.ts';
import { Banner } from '../../ui/banner.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Link } from '../../ui/link.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { useSession } from '../session/session-context.tsx';
import { inlineLinkClass } from './account-head.tsx';
import { SubmitButton } from './submit-button.tsx';

const rules = schemaResolver(async () => (await import('#shared/schemas/auth.ts')).loginSchema);

/** Signing in (spec section 2, Login). Where to go then is the page's business. */
export function LoginForm() {
  const { signIn } = useSession();
  // Without default values: what a password manager filled in before the scripts came must stay.
  const form = useForm<Login, unknown, Login>({ resolver: rules.resolver });
  const { errors } = form.formState;
  const { state } = useLocation();
  const login = useApiMutation(
    (api, values: Login) => api.call('POST /auth/login', { json: values }),
    {
      onSuccess: signIn,
      onError: (error) => applyFieldErrors(error, form),
    },
  );

  return (
    <form
      noValidate
      // Should the browser ever send it by itself, the password must not stand in the address.
      method="post"
      onFocusCapture={rules.preload}
      onSubmit={(event) => void form.handleSubmit((values) => login.mutate(values))(event)}
      className="grid gap-5"
    >
      <Field label="Email" error={errors.email?.message}>
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
      <Field label="Password" error={errors.password?.message}>
        {(control) => (
          <PasswordInput
            {...control}
            {...form.register('password')}
            autoComplete="current-password"
          />
        )}
      </Field>
      <p className="-mt-2 text-sm">
        <Link
          href={pagePaths.forgotPassword()}
          state={state}
          className={`touch-target inline-flex items-center ${inlineLinkClass}`}
        >
          Forgot password?
        </Link>
      </p>
      {login.isError && <Banner tone="error">{loginFailureText(login.error)}</Banner>}
      <SubmitButton busy={login.isPending || login.isSuccess} busyLabel="Signing in...">
        Sign in
      </SubmitButton>
    </form>
  );
}

/** Where nothing was checked, nobody is told that their credentials are wrong. */
export function loginFailureText(error: ApiError): string {
  return error.code === 'NETWORK' ? error.message : failureText(error, 'Invalid credentials');
}
