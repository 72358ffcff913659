import { useState, type FormEvent } from 'react';
import { MAX_VERIFICATION_NOTE_LENGTH } from '#shared/limits.ts';
import type { VerificationChange } from '#shared/schemas/agent-verification.ts';
import type { User } from '#shared/schemas/user.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import type { DialogTarget } from '../../../data-list/dialog-target.ts';
import { failureText } from '../../../forms/failure-text.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Textarea } from '../../../ui/fields/textarea.tsx';
import { Banner } from '../../../ui/notices/banner.tsx';
import { showToast } from '../../../ui/notices/toast-store.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useRefreshUsers } from '../user-queries.ts';

/**
 * Verifies an agent manually, or removes the verification (docs/product/verified-agents.md, Manual
 * verification).
 */
export function VerifyDialog({ target }: { target: DialogTarget<User> }) {
  const user = target.subject;
  if (user === null || user === undefined) return null;
  return (
    <Dialog
      open={target.isOpen}
      onOpenChange={target.close}
      returnFocusTo={target.returnFocusTo}
      title={`Verify ${user.name}`}
      description={licenseText(user)}
      width="sm"
    >
      <VerifyForm key={user._id} user={user} onDone={target.close} />
    </Dialog>
  );
}

const licenseText = ({ licenseNumber, licenseState }: User) =>
  licenseNumber === null
    ? 'No license number in the profile.'
    : `License ${licenseNumber}${licenseState === null ? '' : ` (${licenseState})`}.`;

const toCheckedProfile = ({ name, licenseNumber, licenseState, verification }: User) => ({
  name,
  licenseNumber,
  licenseState,
  checkedAt: verification?.checkedAt ?? null,
});

function VerifyForm({ user, onDone }: { user: User; onDone: () => void }) {
  const details = user.verificationDetails;
  const [expiresOn, setExpiresOn] = useState(details?.expiresOn ?? '');
  const [note, setNote] = useState(details?.note ?? '');
  const refresh = useRefreshUsers();
  const save = useApiMutation(
    (api, change: Omit<VerificationChange, 'before'>) =>
      api.call('PUT /users/:id/verification', {
        params: { id: user._id },
        json: { ...change, before: toCheckedProfile(user) },
      }),
    {
      onError: ({ code, message }) => {
        if (code !== 'CONFLICT') return;
        // The dialog shows an outdated profile, so close it and refetch.
        refresh({ includesListings: false });
        onDone();
        showToast({ tone: 'error', text: `${user.name}: ${message}` });
      },
      onSuccess: ({ isVerified }) => {
        refresh({ includesListings: true });
        onDone();
        showToast({
          tone: 'success',
          text: `${user.name} is ${isVerified ? 'now verified' : 'no longer verified'}.`,
        });
      },
    },
  );
  const errors = save.error?.fieldErrors;
  const verify = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({
      isVerified: true,
      expiresOn: expiresOn === '' ? null : expiresOn,
      note: note === '' ? null : note,
    });
  };
  return (
    <form noValidate onSubmit={verify} className="grid gap-4">
      {save.isError && (
        <Banner tone="error">
          {failureText(save.error, 'The verification could not be saved.')}
        </Banner>
      )}
      <Field label="Expires on (optional)" error={errors?.['expiresOn']}>
        {(control) => (
          <Input
            {...control}
            type="date"
            value={expiresOn}
            onChange={(event) => setExpiresOn(event.target.value)}
          />
        )}
      </Field>
      <Field label="Note for admins (optional)" error={errors?.['note']}>
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={MAX_VERIFICATION_NOTE_LENGTH}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap justify-end gap-3">
        {user.isVerified && (
          <Button
            variant="secondary"
            disabled={save.isPending}
            onClick={() => save.mutate({ isVerified: false })}
          >
            Remove verification
          </Button>
        )}
        <Button type="submit" busy={save.isPending} busyLabel="Saving...">
          Verify
        </Button>
      </div>
    </form>
  );
}
