import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import type { Preferences } from '#shared/saved-searches/saved-search.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { timeZonesWith } from '../../forms/time-zones.ts';
import { failureText } from '../../forms/failure-text.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { Banner } from '../../ui/notices/banner.tsx';
import { Skeleton } from '../../ui/waiting/skeleton.tsx';
import { preferencesQuery, refreshSavedSearches } from './saved-search-queries.ts';

const SAVE_MUTATION_KEY = ['alert-settings'];

type Choice = Partial<Pick<Preferences, 'alertsOnFavorites' | 'timeZone'>>;

/**
 * The time zone of scheduled emails, and whether to send emails about saved homes
 * (docs/product/alerts.md, When).
 */
export function AlertSettings() {
  const preferences = useQuery(preferencesQuery);
  if (preferences.isPending) {
    return (
      <>
        <output className="sr-only">Loading...</output>
        <Skeleton className="h-40" />
      </>
    );
  }
  if (preferences.isError) {
    return (
      <Banner
        tone="error"
        action={
          <Button
            variant="secondary"
            size="sm"
            busy={preferences.isFetching}
            onClick={() => void preferences.refetch()}
          >
            Try again
          </Button>
        }
      >
        Your alert settings could not be loaded.
      </Banner>
    );
  }
  return <Settings preferences={preferences.data} />;
}

function Settings({ preferences }: { preferences: Preferences }) {
  const queryClient = useQueryClient();
  const hintId = useId();
  const zoneSelect = useRef<HTMLSelectElement>(null);
  // The optimistic choice until the server responds. Reading it from the mutation would make the
  // switch flicker, because the mutation is pending only after the click's render.
  const [pendingChoice, setPendingChoice] = useState<Choice>({});
  const save = useApiMutation(
    (api, json: Choice) => api.call('PUT /users/profile/preferences', { json }),
    {
      mutationKey: SAVE_MUTATION_KEY,
      // Run changes in order: arrow keys can change the time zone faster than it is saved.
      scope: { id: 'alert-settings' },
      onSuccess: (saved) => {
        queryClient.setQueryData(preferencesQuery.queryKey, saved);
        refreshSavedSearches(queryClient);
      },
      onSettled: () => {
        if (queryClient.isMutating({ mutationKey: SAVE_MUTATION_KEY }) === 1) setPendingChoice({});
      },
    },
  );
  const choose = (choice: Choice) => {
    setPendingChoice((others) => ({ ...others, ...choice }));
    save.mutate(choice);
  };
  const { timeZone, emailConfirmed, alertsOnFavorites } = { ...preferences, ...pendingChoice };
  const deviceTimeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <div className="grid gap-5">
      {save.isError && (
        <Banner tone="error">
          {failureText(save.error, 'Your alert settings could not be saved.')}
        </Banner>
      )}
      <div>
        <Switch
          label="Email me about my saved homes"
          stateLabel="Email me about my saved homes"
          aria-describedby={hintId}
          checked={alertsOnFavorites}
          onChange={(event) => choose({ alertsOnFavorites: event.target.checked })}
        />
        <p id={hintId} className="mt-1.5 text-sm text-ink-faint">
          Price drops, and when a home sells, rents, or goes off the market.
        </p>
      </div>
      <Field
        label="Email time zone"
        className="max-w-md"
        hint="Daily emails arrive at 8 AM; weekly emails, Mondays at 8 AM."
      >
        {(control) => (
          <Select
            {...control}
            ref={zoneSelect}
            value={timeZone}
            options={timeZonesWith(timeZone).map((zone) => ({
              value: zone,
              label: zone.replaceAll('_', ' '),
            }))}
            onChange={(event) => choose({ timeZone: event.target.value })}
          />
        )}
      </Field>
      {timeZone !== deviceTimeZone && (
        <Button
          variant="secondary"
          size="sm"
          className="w-fit"
          onClick={() => {
            choose({ timeZone: deviceTimeZone });
            // The pressed button disappears, so move focus to the select.
            zoneSelect.current?.focus();
          }}
        >
          Use my time zone ({deviceTimeZone.replace(/^.*\//, '').replaceAll('_', ' ')})
        </Button>
      )}
      {!emailConfirmed && (
        <p className="text-sm text-ink-soft">
          Save a search with alerts on, and we’ll email you a link to confirm your address.
        </p>
      )}
    </div>
  );
}
