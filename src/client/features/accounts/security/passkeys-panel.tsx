import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { MAX_PASSKEY_NAME_LENGTH } from '#shared/limits.ts';
import { formatDate } from '#shared/format/dates.ts';
import type { Passkey } from '#shared/schemas/security/two-factor.ts';
import { isApiError } from '../../../api/api-error.ts';
import { useApi } from '../../../api/use-api.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { failureText } from '../../../forms/failure-text.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { PasswordInput } from '../../../ui/fields/password-input.tsx';
import { Banner } from '../../../ui/notices/banner.tsx';
import { showToast } from '../../../ui/notices/toast-store.ts';
import { passkeyFailureText } from '../passkeys/passkey-failure-text.ts';
import { useRefreshSecurity } from './security-queries.ts';

/** The account's passkeys, with buttons to add and remove them. */
export function PasskeysPanel({ passkeys }: { passkeys: readonly Passkey[] }) {
  const [isAdding, setIsAdding] = useState(false);
  const refresh = useRefreshSecurity();
  const remove = useApiMutation(
    (api, id: string) => api.call('DELETE /users/profile/passkeys/:id', { params: { id } }),
    { onSettled: refresh },
  );
  return (
    <div className="grid gap-4">
      <h3 className="font-semibold">Passkeys</h3>
      <p className="text-ink-soft">
        Sign in with your fingerprint, face, or screen lock instead of your password.
      </p>
      {passkeys.length > 0 && (
        <ul className="grid gap-3">
          {passkeys.map(({ _id, name, createdAt, lastUsedAt }) => (
            <li key={_id} className="flex flex-wrap items-center justify-between gap-3">
              <span className="min-w-0 break-words">
                <span className="font-medium">{name}</span>
                <span className="block text-sm text-ink-soft">
                  Added {formatDate(createdAt)}
                  {lastUsedAt !== null && `, last used ${formatDate(lastUsedAt)}`}
                </span>
              </span>
              <Button
                variant="secondary"
                size="sm"
                busy={remove.isPending && remove.variables === _id}
                aria-label={`Remove passkey ${name}`}
                onClick={() => remove.mutate(_id)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {remove.isError && (
        <Banner tone="error">
          {failureText(remove.error, 'The passkey could not be removed.')}
        </Banner>
      )}
      {isAdding ? (
        <AddPasskey
          onDone={() => {
            setIsAdding(false);
            refresh();
            showToast({ tone: 'success', text: 'The passkey was added.' });
          }}
          onCancel={() => setIsAdding(false)}
        />
      ) : (
        <div>
          <Button variant="secondary" onClick={() => setIsAdding(true)}>
            Add a passkey
          </Button>
        </div>
      )}
    </div>
  );
}

/** Asks for the password only if the sign-in is not recent. */
function AddPasskey({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const api = useApi();
  const form = useForm({ defaultValues: { name: '', currentPassword: '' } });
  const add = useMutation({
    mutationFn: async ({ name, currentPassword }: { name: string; currentPassword: string }) => {
      const { addPasskey } = await import('../passkeys/webauthn.ts');
      return addPasskey(api, { name, ...(currentPassword === '' ? {} : { currentPassword }) });
    },
    onSuccess: onDone,
  });
  const code = isApiError(add.error) ? add.error.code : null;
  const [needsPassword, setNeedsPassword] = useState(false);
  if (code === 'FRESH_CHECK_REQUIRED' && !needsPassword) setNeedsPassword(true);
  const { errors } = form.formState;
  return (
    <form
      noValidate
      method="post"
      onSubmit={(event) => void form.handleSubmit((values) => add.mutate(values))(event)}
      className="grid gap-5"
    >
      <Field label="Passkey name" hint="For example, “My phone.”" error={errors.name?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register('name', {
              validate: (name) => name.trim() !== '' || 'Enter a name.',
            })}
            maxLength={MAX_PASSKEY_NAME_LENGTH}
            autoComplete="off"
          />
        )}
      </Field>
      {needsPassword && (
        <Field label="Current password">
          {(control) => (
            <PasswordInput
              {...control}
              {...form.register('currentPassword')}
              autoComplete="current-password"
            />
          )}
        </Field>
      )}
      {add.isError && <Banner tone="error">{passkeyFailureText(add.error)}</Banner>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={add.isPending} busyLabel="Waiting for your device...">
          Create passkey
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
