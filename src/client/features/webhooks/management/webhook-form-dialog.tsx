import { useState, type SubmitEvent } from 'react';
import type { Webhook, WebhookEvent, WebhookWithSecret } from '#shared/schemas/open/webhook.ts';
import { pickChanged } from '../../../forms/pick-changed.ts';
import { failureText } from '../../../forms/failure-text.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { SecretField } from '../../../ui/fields/secret-field.tsx';
import { Banner } from '../../../ui/notices/banner.tsx';
import { Dialog, DialogClose } from '../../../ui/overlays/dialog.tsx';
import { useChangeWebhook, useCreateWebhook } from './webhook-queries.ts';
import { EVENT_LABELS, EVENTS } from './webhook-text.ts';

interface WebhookFormDialogProps {
  open: boolean;
  /** The webhook to edit; null to create one. */
  webhook: Webhook | null;
  onClose: () => void;
}

/** Edits a webhook, or creates one and shows its secret once. */
export function WebhookFormDialog({ open, webhook, onClose }: WebhookFormDialogProps) {
  const [createdWebhook, setCreatedWebhook] = useState<WebhookWithSecret | null>(null);
  const title = webhook === null ? 'New webhook' : 'Edit webhook';
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (next) return;
        onClose();
        setCreatedWebhook(null);
      }}
      title={createdWebhook === null ? title : 'Webhook created'}
      {...(createdWebhook === null
        ? {}
        : {
            description: 'Copy the secret now. It won’t be shown again.',
            actions: <DialogClose render={<Button>Done</Button>} />,
          })}
    >
      {createdWebhook === null ? (
        <WebhookForm webhook={webhook} onCreated={setCreatedWebhook} onChanged={onClose} />
      ) : (
        <SecretField label="Signing secret" secret={createdWebhook.secret} />
      )}
    </Dialog>
  );
}

interface WebhookFormProps {
  webhook: Webhook | null;
  onCreated: (created: WebhookWithSecret) => void;
  onChanged: () => void;
}

/** Returns the form values of a webhook. */
const toValues = ({ url, description, events }: Webhook) => ({
  url,
  description,
  events: EVENTS.filter((event) => events.includes(event)),
});

/** Mounts each time the dialog opens, to start from the stored values. */
function WebhookForm({ webhook, onCreated, onChanged }: WebhookFormProps) {
  const [loaded] = useState(() => webhook && toValues(webhook));
  const create = useCreateWebhook();
  const change = useChangeWebhook();
  const save = webhook === null ? create : change;
  const errorOf = (field: string) => save.error?.fieldErrors[field];

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const json = {
      url: String(form.get('url') ?? ''),
      description: String(form.get('description') ?? ''),
      events: form.getAll('events') as WebhookEvent[],
    };
    if (webhook === null || loaded === null) create.mutate(json, { onSuccess: onCreated });
    else
      change.mutate({ id: webhook._id, json: pickChanged(json, loaded) }, { onSuccess: onChanged });
  }

  return (
    <form onSubmit={submit} className="grid gap-4" noValidate>
      <Field label="URL" error={errorOf('url')}>
        {(control) => (
          <Input
            {...control}
            name="url"
            inputMode="url"
            placeholder="https://"
            defaultValue={webhook?.url}
          />
        )}
      </Field>
      <Field label="Description" hint="Optional" error={errorOf('description')}>
        {(control) => (
          <Input
            {...control}
            name="description"
            autoComplete="off"
            defaultValue={webhook?.description}
          />
        )}
      </Field>
      <fieldset>
        <legend className="label">Events</legend>
        <div className="grid gap-x-4 sm:grid-cols-2">
          {EVENTS.map((event) => (
            <Checkbox
              key={event}
              name="events"
              value={event}
              label={EVENT_LABELS[event]}
              className="min-h-10"
              defaultChecked={webhook === null || webhook.events.includes(event)}
            />
          ))}
        </div>
        {errorOf('events') !== undefined && (
          <p className="mt-1.5 text-sm text-danger">Choose at least one event.</p>
        )}
      </fieldset>
      {save.isError && (
        <Banner tone="error">{failureText(save.error, 'The webhook could not be saved.')}</Banner>
      )}
      <div className="flex justify-end gap-3">
        <DialogClose render={<Button variant="secondary">Cancel</Button>} />
        <Button type="submit" busy={save.isPending} busyLabel="Saving...">
          {webhook === null ? 'Create Webhook' : 'Save Changes'}
        </Button>
      </div>
    </form>
  );
}
