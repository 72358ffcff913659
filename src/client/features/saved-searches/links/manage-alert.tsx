import { useQuery, useQueryClient } from '@tanstack/react-query';
import { pagePaths } from '#shared/page-paths.ts';
import type { Frequency } from '#shared/saved-searches/saved-search.ts';
import { apiQuery } from '../../../api/api-queries.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { failureText } from '../../../forms/failure-text.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { LinkButton } from '../../../ui/actions/link-button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Banner } from '../../../ui/notices/banner.tsx';
import { FREQUENCY_OPTIONS } from '../frequencies.ts';
import { InvalidLink, LinkError, LinkPageHeader, LinkSkeleton } from './link-page.tsx';

/**
 * Changes or turns off the alert of a recipient without an account.
 *
 * @param token '' when the URL has none
 */
export function ManageAlert({ token }: { token: string }) {
  const queryClient = useQueryClient();
  const query = apiQuery('GET /alerts', { query: { token } });
  const alert = useQuery({ ...query, enabled: token !== '' });
  const change = useApiMutation(
    (api, frequency: Frequency) =>
      api.call('PATCH /alerts', { query: { token }, json: { frequency } }),
    {
      // Run changes in order so that the last one wins.
      scope: { id: 'alert' },
      onSuccess: (changed) => queryClient.setQueryData(query.queryKey, changed),
    },
  );
  const turnOff = useApiMutation((api) => api.call('DELETE /alerts', { query: { token } }));

  if (turnOff.isSuccess) {
    return (
      <>
        <LinkPageHeader title="Your alerts are off">
          You won’t get any more emails for this search.
        </LinkPageHeader>
        <LinkButton href={pagePaths.home()}>Go to home page</LinkButton>
      </>
    );
  }
  if (token === '') return <InvalidLink />;
  if (alert.isError) return <LinkError query={alert} />;
  if (alert.isPending) return <LinkSkeleton />;
  const error = change.error ?? turnOff.error;
  return (
    <>
      <LinkPageHeader title={alert.data.name}>Alerts to {alert.data.email}</LinkPageHeader>
      {error !== null && (
        <div className="mb-4">
          <Banner tone="error">{failureText(error, 'Something went wrong.')}</Banner>
        </div>
      )}
      <Field label="Email alerts" hint={change.isSuccess ? 'Saved.' : undefined}>
        {(control) => (
          <Select
            {...control}
            value={(change.isPending ? change.variables : alert.data.frequency) ?? 'never'}
            options={FREQUENCY_OPTIONS}
            // Safe cast: every option's value is a frequency.
            onChange={(event) => change.mutate(event.target.value as Frequency)}
          />
        )}
      </Field>
      <Button
        className="mt-6"
        variant="secondary"
        busy={turnOff.isPending}
        onClick={() => turnOff.mutate()}
      >
        Turn off alerts
      </Button>
    </>
  );
}
