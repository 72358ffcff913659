import { useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { MAX_SHORT_TEXT_LENGTH } from '#shared/limits.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { describeSearch } from '#shared/saved-searches/describe-search.ts';
import type { Frequency, SearchInput } from '#shared/saved-searches/saved-search.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { failureText } from '../../forms/failure-text.ts';
import { useSession } from '../../session/session-context.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { LinkButton } from '../../ui/actions/link-button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Banner } from '../../ui/notices/banner.tsx';
import { Dialog, DialogClose } from '../../ui/overlays/dialog.tsx';
import { FREQUENCY_OPTIONS, VISITOR_FREQUENCY_OPTIONS } from './frequencies.ts';
import { refreshSavedSearches } from './saved-search-queries.ts';

interface SaveSearchDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  search: SearchInput;
}

/** Saves a search: for an account, with an optional name; for a visitor, with an email address. */
export function SaveSearchDialog({ open, onOpenChange, search }: SaveSearchDialogProps) {
  const isSignedIn = useSession().status === 'signed-in';
  const queryClient = useQueryClient();
  const [frequency, setFrequency] = useState('daily');
  const save = useApiMutation(
    async (api, form: { name: string; email: string }) => {
      const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      const name = form.name.trim() === '' ? undefined : form.name;
      // Safe cast: every option's value is a frequency.
      const selectedFrequency = frequency as Frequency;
      if (isSignedIn) {
        await api.call('POST /saved-searches', {
          json: { name, search, frequency: selectedFrequency, timeZone },
        });
      } else if (selectedFrequency !== 'never') {
        await api.call('POST /alerts', {
          json: { email: form.email, search, frequency: selectedFrequency, timeZone },
        });
      }
    },
    { onSuccess: () => refreshSavedSearches(queryClient) },
  );

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const textOf = (field: string) => String(form.get(field) ?? '');
    save.mutate({ name: textOf('name'), email: textOf('email') });
  }

  const summary = describeSearch(
    Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)])),
  );
  const errorOf = (field: string) => save.error?.fieldErrors[field];
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        onOpenChange(next);
        if (next) save.reset();
      }}
      title={save.isSuccess ? (isSignedIn ? 'Search saved' : 'One more step') : 'Save this search'}
      description={save.isSuccess ? undefined : summary}
    >
      {save.isSuccess ? (
        <SavedMessage isSignedIn={isSignedIn} />
      ) : (
        <form onSubmit={submit} className="grid gap-4" noValidate>
          {save.isError && (
            <Banner tone="error">
              {failureText(save.error, 'The search could not be saved.')}
            </Banner>
          )}
          {isSignedIn ? (
            <Field
              label="Name"
              hint="Optional. Leave blank to use the summary above."
              error={errorOf('name')}
            >
              {(control) => <Input {...control} name="name" maxLength={MAX_SHORT_TEXT_LENGTH} />}
            </Field>
          ) : (
            <Field label="Email" error={errorOf('email')}>
              {(control) => (
                <Input {...control} name="email" type="email" autoComplete="email" required />
              )}
            </Field>
          )}
          <Field label="Email me new homes">
            {(control) => (
              <Select
                {...control}
                value={frequency}
                onChange={(event) => setFrequency(event.target.value)}
                options={isSignedIn ? FREQUENCY_OPTIONS : VISITOR_FREQUENCY_OPTIONS}
              />
            )}
          </Field>
          <div className="mt-2 flex flex-wrap justify-end gap-3">
            <DialogClose render={<Button variant="secondary">Cancel</Button>} />
            <Button type="submit" busy={save.isPending} busyLabel="Saving...">
              Save search
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

function SavedMessage({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <>
      <p className="text-ink-soft">
        {isSignedIn
          ? 'We’ll show new matches there. First alert? Check your inbox and confirm your email.'
          : 'Check your inbox and confirm your email to start getting new homes.'}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <DialogClose render={<Button variant="secondary">Close</Button>} />
        {isSignedIn && <LinkButton href={pagePaths.savedSearches()}>Saved searches</LinkButton>}
      </div>
    </>
  );
}
