import { useState } from 'react';
import { countOf } from '#shared/format/numbers.ts';
import type { AccountSecurity } from '#shared/schemas/security/two-factor.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Badge } from '../../../ui/blocks/badge.tsx';
import { showToast } from '../../../ui/notices/toast-store.ts';
import { ConfirmPasswordForm } from './confirm-password-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useRefreshSecurity } from './security-queries.ts';
import { SetUpApp } from './set-up-app.tsx';

type Step = 'overview' | 'set-up' | 'new-codes' | 'remove';

/** The account's authenticator app, with setup, replacement, removal, and recovery codes. */
export function TwoFactorPanel({ security, email }: { security: AccountSecurity; email: string }) {
  const [step, setStep] = useState<Step>('overview');
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const refresh = useRefreshSecurity();
  const close = () => setStep('overview');
  const showCodes = (newCodes: readonly string[]) => {
    setCodes(newCodes);
    close();
    refresh();
  };

  if (codes !== null) return <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />;
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="font-semibold">Authenticator app</h3>
        <Badge tone={security.twoFactor ? 'brand' : 'plain'}>
          {security.twoFactor ? 'On' : 'Off'}
        </Badge>
      </div>
      <p className="text-ink-soft">
        {security.twoFactor
          ? `Signing in with your password requires a code. You have ${countOf(security.recoveryCodesLeft, 'recovery code')} left.`
          : 'Require a code from your phone to sign in with your password.'}
        {security.isRequired && !security.twoFactor && ' This site requires a second factor.'}
      </p>
      {step === 'set-up' && <SetUpApp email={email} onDone={showCodes} onCancel={close} />}
      {step === 'new-codes' && <NewCodesForm email={email} onDone={showCodes} onCancel={close} />}
      {step === 'remove' && (
        <TurnOffForm
          email={email}
          onDone={() => {
            close();
            refresh();
            showToast({ tone: 'success', text: 'The authenticator app was removed.' });
          }}
          onCancel={close}
        />
      )}
      {step === 'overview' && (
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onClick={() => setStep('set-up')}>
            {security.twoFactor ? 'Use another app' : 'Set up'}
          </Button>
          {security.twoFactor && (
            <>
              <Button variant="secondary" onClick={() => setStep('new-codes')}>
                New recovery codes
              </Button>
              <Button variant="secondary" onClick={() => setStep('remove')}>
                Turn off
              </Button>
            </>
          )}
        </div>
      )}
    </div>
  );
}

type PasswordStepProps<T> = { email: string; onDone: (result: T) => void; onCancel: () => void };

function NewCodesForm({ email, onDone, onCancel }: PasswordStepProps<readonly string[]>) {
  const replace = useApiMutation(
    (api, json: { currentPassword: string; code: string }) =>
      api.call('POST /users/profile/two-factor/recovery-codes', { json }),
    { onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes) },
  );
  return (
    <ConfirmPasswordForm
      requiresCode
      email={email}
      submitLabel="Replace codes"
      busy={replace.isPending}
      error={replace.error}
      onSubmit={(values) => replace.mutate(values)}
      onCancel={onCancel}
    />
  );
}

function TurnOffForm({ email, onDone, onCancel }: PasswordStepProps<void>) {
  const remove = useApiMutation(
    (api, json: { currentPassword: string; code: string }) =>
      api.call('DELETE /users/profile/two-factor', { json }),
    { onSuccess: () => onDone() },
  );
  return (
    <ConfirmPasswordForm
      requiresCode
      email={email}
      submitLabel="Turn off"
      variant="danger"
      busy={remove.isPending}
      error={remove.error}
      onSubmit={(values) => remove.mutate(values)}
      onCancel={onCancel}
    />
  );
}
