import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useLocation } from 'react-router';
import { pagePaths } from '#shared/page-paths.ts';
import type { Login } from '#shared/schemas/auth.ts';
import type { ApiError } from '../../api/api-error.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { failureText } from '../../forms/failure-text.ts';
import { applyFieldErrors } from '../../forms/form-errors.ts';
import { schemaResolver } from '../../forms/schema-resolver.ts';
import { Link } from '../../ui/actions/link.tsx';
import { useSession } from '../../session/session-context.tsx';
import { useLoaded } from '../../ui/timing/use-loaded.ts';
import { AccountForm, EmailField, PasswordField } from './account-form.tsx';
import { inlineLinkClass } from './account-header.tsx';
import { CodeField } from './code-field.tsx';

/** Passkeys need scripts anyway, so their button loads after the page's own scripts. */
const loadPasskeySignIn = async () =>
  (await import('./passkeys/passkey-sign-in.tsx')).PasskeySignIn;

const rules = schemaResolver(async () => (await import('#shared/schemas/auth.ts')).loginSchema);

/** Error codes that make the form request a second-factor code. */
const CODE_ERRORS = new Set<string>(['SECOND_FACTOR_REQUIRED', 'INVALID_SECOND_FACTOR']);

/**
 * The sign-in form (docs/product/accounts.md, Signing in). The page decides where to go afterward.
 */
export function LoginForm() {
  const { signIn } = useSession();
  // No default values, to keep what a password manager filled in before hydration.
  const form = useForm<Login, unknown, Login>({ resolver: rules.resolver });
  const { errors } = form.formState;
  const { state } = useLocation();
  const login = useApiMutation(
    (api, values: Login) => api.call('POST /auth/login', { json: values }),
    {
      onSuccess: signIn,
      onError: (error) => {
        applyFieldErrors(error, form);
        if (!CODE_ERRORS.has(error.code)) return;
        form.setValue('code', '');
      },
    },
  );
  const { error } = login;
  const { loaded: PasskeySignIn } = useLoaded(loadPasskeySignIn);
  // Once the server has requested a code, keep the code field, even while a code is being checked.
  const needsCode = useWatch({ control: form.control, name: 'code' }) !== undefined;
  useEffect(() => {
    if (needsCode && !login.isPending) form.setFocus('code');
  }, [needsCode, login.isPending, form]);

  return (
    <AccountForm
      onBegin={rules.preload}
      onSubmit={form.handleSubmit((values) => login.mutate(values))}
      failure={
        error === null || error.code === 'SECOND_FACTOR_REQUIRED' ? null : loginFailureText(error)
      }
      busy={login.isPending || login.isSuccess}
      submitLabel="Sign in"
      busyLabel="Signing in..."
      footer={<div className="min-h-11">{PasskeySignIn !== null && <PasskeySignIn />}</div>}
    >
      <EmailField
        label="Email"
        registered={form.register('email')}
        error={errors.email}
        autoComplete="username webauthn"
      />
      <PasswordField
        label="Password"
        registered={form.register('password')}
        error={errors.password}
        autoComplete="current-password"
      />
      {needsCode ? (
        <CodeField
          registered={form.register('code')}
          error={errors.code}
          hint="Enter the code from your authenticator app, or a recovery code."
        />
      ) : (
        <p className="-mt-2 text-sm">
          <Link
            href={pagePaths.forgotPassword()}
            state={state}
            className={`touch-target inline-flex items-center ${inlineLinkClass}`}
          >
            Forgot password?
          </Link>
        </p>
      )}
    </AccountForm>
  );
}

/**
 * Returns the sign-in error message. Without a response, it does not mention the credentials because
 * the server did not check them.
 */
export function loginFailureText(error: ApiError): string {
  return error.code === 'NETWORK' ? error.message : failureText(error, 'Invalid credentials');
}
