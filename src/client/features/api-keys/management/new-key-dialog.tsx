import { useQueryClient } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { MAX_API_KEY_NAME_LENGTH } from '#shared/limits.ts';
import type { CreatedApiKey } from '#shared/schemas/open/api-key.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { failureText } from '../../../forms/failure-text.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { SecretField } from '../../../ui/fields/secret-field.tsx';
import { Banner } from '../../../ui/notices/banner.tsx';
import { Dialog, DialogClose } from '../../../ui/overlays/dialog.tsx';

interface NewKeyDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Creates a key and shows its secret once. */
export function NewKeyDialog({ open, onOpenChange }: NewKeyDialogProps) {
  const queryClient = useQueryClient();
  const create = useApiMutation(
    (api, { name, expiresOn }: { name: string; expiresOn: string }) =>
      api.call('POST /api-keys', {
        json: {
          name,
          scopes: ['reso:read'],
          ...(expiresOn === '' ? {} : { expiresOn }),
        },
      }),
    { onSuccess: () => queryClient.invalidateQueries({ queryKey: ['GET /api-keys'] }) },
  );

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const textOf = (field: string) => String(form.get(field) ?? '');
    create.mutate({ name: textOf('name'), expiresOn: textOf('expiresOn') });
  }

  const errorOf = (field: string) => create.error?.fieldErrors[field];
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        onOpenChange(next);
        create.reset();
      }}
      title={create.isSuccess ? 'API key created' : 'New API key'}
      description={
        create.isSuccess
          ? 'Copy the secret now. It won’t be shown again.'
          : 'Another system can use it to read your published listings.'
      }
    >
      {create.isSuccess ? (
        <Credentials apiKey={create.data} />
      ) : (
        <form onSubmit={submit} className="grid gap-4" noValidate>
          {create.isError && (
            <Banner tone="error">
              {failureText(create.error, 'The key could not be created.')}
            </Banner>
          )}
          <Field label="Name" hint="The system that uses it" error={errorOf('name')}>
            {(control) => (
              <Input
                {...control}
                name="name"
                maxLength={MAX_API_KEY_NAME_LENGTH}
                autoComplete="off"
              />
            )}
          </Field>
          <Field
            label="Expires on"
            hint="Optional. The key works until the end of this day (UTC)."
            error={errorOf('expiresOn')}
          >
            {(control) => <Input {...control} name="expiresOn" type="date" />}
          </Field>
          <div className="flex justify-end gap-3">
            <DialogClose render={<Button variant="secondary">Cancel</Button>} />
            <Button type="submit" busy={create.isPending} busyLabel="Creating...">
              Create Key
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

function Credentials({ apiKey }: { apiKey: CreatedApiKey }) {
  return (
    <div className="grid gap-4">
      <Field label="Client ID">
        {(control) => <Input {...control} readOnly value={apiKey.clientId} />}
      </Field>
      <SecretField label="Client secret" secret={apiKey.clientSecret} />
      <div className="flex justify-end">
        <DialogClose render={<Button>Done</Button>} />
      </div>
    </div>
  );
}
