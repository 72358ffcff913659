import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { TwoFactorSetup } from '#shared/schemas/security/two-factor.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { failureText } from '../../../forms/failure-text.ts';
import { applyFieldErrors } from '../../../forms/form-errors.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Banner } from '../../../ui/notices/banner.tsx';
import { CodeField } from '../code-field.tsx';
import { ConfirmPasswordForm } from './confirm-password-form.tsx';

/**
 * Sets up an authenticator app: password, QR code, and first code
 * (docs/product/account-security.md, Second factor).
 *
 * @param props.onDone receives the recovery codes
 */
export function SetUpApp(props: {
  email: string;
  onDone: (recoveryCodes: readonly string[]) => void;
  onCancel?: () => void;
}) {
  const [setup, setSetup] = useState<TwoFactorSetup | null>(null);
  const startSetup = useApiMutation(
    (api, currentPassword: string) =>
      api.call('POST /users/profile/two-factor', { json: { currentPassword } }),
    { onSuccess: setSetup },
  );
  if (setup !== null) return <FirstCodeForm setup={setup} {...props} />;
  return (
    <ConfirmPasswordForm
      email={props.email}
      submitLabel="Continue"
      busy={startSetup.isPending}
      error={startSetup.error}
      onSubmit={({ currentPassword }) => startSetup.mutate(currentPassword)}
      onCancel={props.onCancel}
    />
  );
}

function FirstCodeForm({
  setup,
  onDone,
  onCancel,
}: {
  setup: TwoFactorSetup;
  onDone: (recoveryCodes: readonly string[]) => void;
  onCancel?: () => void;
}) {
  const form = useForm<{ code: string }>({ defaultValues: { code: '' } });
  const confirm = useApiMutation(
    (api, code: string) => api.call('POST /users/profile/two-factor/confirm', { json: { code } }),
    {
      onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
      onError: (error) => {
        applyFieldErrors(error, form);
        form.setFocus('code');
      },
    },
  );
  return (
    <form
      noValidate
      method="post"
      onSubmit={(event) => void form.handleSubmit(({ code }) => confirm.mutate(code))(event)}
      className="grid gap-5"
    >
      <p className="text-ink-soft">
        Scan the code with an authenticator app, such as Google Authenticator or 1Password, or enter
        the key manually. Then enter the six digits it shows.
      </p>
      <QrCode text={setup.uri} />
      <p className="text-sm">
        Key: <code className="font-mono break-all">{setup.secret}</code>
      </p>
      <CodeField
        registered={form.register('code')}
        error={form.formState.errors.code}
        hint="Six digits. You’ll be signed out on other devices."
      />
      {confirm.isError && (
        <Banner tone="error">{failureText(confirm.error, 'That code is not valid.')}</Banner>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={confirm.isPending} busyLabel="Checking...">
          Turn on
        </Button>
        {onCancel !== undefined && (
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}

/** A QR code. It is dark on light in every theme because scanners expect that. */
function QrCode({ text }: { text: string }) {
  const { data } = useQuery({
    queryKey: ['qr-code', text],
    queryFn: async () => (await import('../../../ui/pictures/qr-path.ts')).qrPath(text),
    staleTime: Infinity,
  });
  return (
    <svg
      role="img"
      aria-label="QR code for your authenticator app"
      viewBox={`0 0 ${data?.size ?? 1} ${data?.size ?? 1}`}
      className="size-48 rounded-md"
    >
      <rect width="100%" height="100%" fill="#ffffff" />
      {data !== undefined && <path d={data.path} fill="#000000" shapeRendering="crispEdges" />}
    </svg>
  );
}
