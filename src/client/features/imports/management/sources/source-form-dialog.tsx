import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import type { DataSource } from '#shared/schemas/open/data-source.ts';
import type { Agent } from '#shared/schemas/user.ts';
import { AgentPicker } from '../../../../data-list/agent-picker.tsx';
import { pickChanged } from '../../../../forms/pick-changed.ts';
import { failureText } from '../../../../forms/failure-text.ts';
import { Button } from '../../../../ui/actions/button.tsx';
import { Checkbox } from '../../../../ui/fields/checkbox.tsx';
import { Field } from '../../../../ui/fields/field.tsx';
import { Input } from '../../../../ui/fields/input.tsx';
import { Select } from '../../../../ui/fields/select.tsx';
import { Textarea } from '../../../../ui/fields/textarea.tsx';
import { Banner } from '../../../../ui/notices/banner.tsx';
import { Dialog, DialogClose } from '../../../../ui/overlays/dialog.tsx';
import { AuthFields } from './auth-fields.tsx';
import { readSourceForm, toSourceChanges } from './source-form.ts';
import { agentQuery, useChangeSource, useCreateSource } from './source-queries.ts';
import { AGENT_BY_LABELS, MEDIA_POLICY_LABELS, optionsOf } from './source-text.ts';

interface SourceFormDialogProps {
  open: boolean;
  /** Null to add a data source. */
  source: DataSource | null;
  onClose: () => void;
  onSaved?: (source: DataSource) => void;
}

/** Adds or edits a data source. */
export function SourceFormDialog({ open, source, onClose, onSaved }: SourceFormDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      width="lg"
      title={source === null ? 'Add data source' : 'Edit data source'}
    >
      <SourceForm
        source={source}
        onSaved={(saved) => {
          onClose();
          onSaved?.(saved);
        }}
      />
    </Dialog>
  );
}

/** Mounts each time the dialog opens so that it starts with the stored values. */
function SourceForm({
  source,
  onSaved,
}: {
  source: DataSource | null;
  onSaved: (source: DataSource) => void;
}) {
  const [loaded] = useState(() => source && toSourceChanges(source));
  const create = useCreateSource();
  const change = useChangeSource();
  const [authKind, setAuthKind] = useState(source?.auth.kind ?? 'bearer');
  const storedId = source?.defaultAgentId ?? '';
  const storedAgent = useQuery({ ...agentQuery(storedId), enabled: storedId !== '' });
  /** Undefined until the user changes the default agent. */
  const [chosenAgent, setChosenAgent] = useState<Agent | null>();
  const agentId = chosenAgent === undefined ? storedId : (chosenAgent?._id ?? '');
  const save = source === null ? create : change;
  const errorOf = (field: string) => save.error?.fieldErrors[field];

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = readSourceForm(new FormData(event.currentTarget), { authKind, agentId });
    const options = { onSuccess: onSaved };
    if (source === null || loaded === null) create.mutate(form.newSource, options);
    else change.mutate({ id: source._id, json: pickChanged(form.changes, loaded) }, options);
  }

  return (
    <form onSubmit={submit} className="grid gap-4" noValidate>
      <Field label="Name" hint="Shown with each listing." error={errorOf('name')}>
        {(control) => (
          <Input {...control} name="name" autoComplete="off" defaultValue={source?.name} />
        )}
      </Field>
      <Field label="Base URL" hint="The server’s RESO Web API" error={errorOf('baseUrl')}>
        {(control) => (
          <Input
            {...control}
            name="baseUrl"
            inputMode="url"
            placeholder="https://"
            defaultValue={source?.baseUrl}
          />
        )}
      </Field>
      <AuthFields
        stored={source?.auth ?? null}
        kind={authKind}
        onKindChange={setAuthKind}
        errorOf={errorOf}
      />
      <Field
        label="Filter"
        hint="Optional: an OData filter added to every request"
        error={errorOf('filter')}
      >
        {(control) => (
          <Input
            {...control}
            name="filter"
            autoComplete="off"
            placeholder="City eq 'Springfield'"
            defaultValue={source?.filter ?? ''}
          />
        )}
      </Field>
      <AgentPicker
        label="Default agent"
        hint="Receives the listings and inquiries of agents without an account."
        error={errorOf('defaultAgentId')}
        value={chosenAgent === undefined ? (storedAgent.data ?? null) : chosenAgent}
        onChange={setChosenAgent}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Match agents by" error={errorOf('agentBy')}>
          {(control) => (
            <Select
              {...control}
              name="agentBy"
              options={optionsOf(AGENT_BY_LABELS)}
              defaultValue={source?.agentBy}
            />
          )}
        </Field>
        <Field label="Pictures" error={errorOf('mediaPolicy')}>
          {(control) => (
            <Select
              {...control}
              name="mediaPolicy"
              options={optionsOf(MEDIA_POLICY_LABELS)}
              defaultValue={source?.mediaPolicy}
            />
          )}
        </Field>
      </div>
      <Field
        label="Disclaimer"
        hint="Optional: text from the MLS, shown with each listing"
        error={errorOf('disclaimer')}
      >
        {(control) => (
          <Textarea
            {...control}
            name="disclaimer"
            rows={2}
            defaultValue={source?.disclaimer ?? ''}
          />
        )}
      </Field>
      <Field
        label="Minutes between syncs"
        hint="5 to 1,440"
        error={errorOf('intervalMinutes')}
        className="max-w-56"
      >
        {(control) => (
          <Input
            {...control}
            name="intervalMinutes"
            inputMode="numeric"
            defaultValue={source?.intervalMinutes ?? 15}
          />
        )}
      </Field>
      <Checkbox
        name="isEnabled"
        label={
          source === null
            ? 'Sync automatically (leave it off to test the connection first)'
            : 'Sync automatically'
        }
        defaultChecked={source?.isEnabled ?? true}
      />
      {save.isError && (
        <Banner tone="error">
          {failureText(save.error, 'The data source could not be saved.')}
        </Banner>
      )}
      <div className="flex justify-end gap-3">
        <DialogClose render={<Button variant="secondary">Cancel</Button>} />
        <Button type="submit" busy={save.isPending} busyLabel="Saving...">
          {source === null ? 'Add Data Source' : 'Save Changes'}
        </Button>
      </div>
    </form>
  );
}
