import { useQuery } from '@tanstack/react-query';
import { pagePaths } from '#shared/page-paths.ts';
import { apiQuery } from '../../../api/api-queries.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { failureText } from '../../../forms/failure-text.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { LinkButton } from '../../../ui/actions/link-button.tsx';
import { Banner } from '../../../ui/notices/banner.tsx';
import { AlertFacts, InvalidLink, LinkError, LinkPageHeader, LinkSkeleton } from './link-page.tsx';

/**
 * The alert behind an emailed link, with a button to confirm it. Opening the page changes nothing.
 *
 * @param token '' when the URL has none
 */
export function ConfirmAlert({ token }: { token: string }) {
  const alert = useQuery({
    ...apiQuery('GET /alerts/confirm', { query: { token } }),
    enabled: token !== '',
  });
  const confirm = useApiMutation((api) => api.call('POST /alerts/confirm', { json: { token } }));

  if (token === '') return <InvalidLink />;
  if (alert.isError) return <LinkError query={alert} />;
  if (alert.isPending) return <LinkSkeleton />;
  if (confirm.isSuccess) {
    const { manageToken } = confirm.data;
    return (
      <>
        <LinkPageHeader title="Your alerts are on">
          We’ll email new homes to {confirm.data.email}. You can unsubscribe from any email.
        </LinkPageHeader>
        <LinkButton
          href={
            manageToken === null ? pagePaths.savedSearches() : pagePaths.manageAlert(manageToken)
          }
        >
          {manageToken === null ? 'Saved searches' : 'Manage alerts'}
        </LinkButton>
      </>
    );
  }
  return (
    <>
      <LinkPageHeader title="Confirm your alerts">
        We’ll email new homes to {alert.data.email}.
      </LinkPageHeader>
      <AlertFacts alert={alert.data} />
      {confirm.isError && (
        <Banner tone="error">{failureText(confirm.error, 'Something went wrong.')}</Banner>
      )}
      <Button className="mt-6" busy={confirm.isPending} onClick={() => confirm.mutate()}>
        Confirm
      </Button>
    </>
  );
}
