import { pagePaths } from '#shared/page-paths.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { failureText } from '../../../forms/failure-text.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { LinkButton } from '../../../ui/actions/link-button.tsx';
import { Banner } from '../../../ui/notices/banner.tsx';
import { DeadLink, LinkHead } from './link-page.tsx';

/**
 * The button that ends the mails of a link: opening the page alone changes nothing.
 *
 * @param token '' when the URL has none
 */
export function Unsubscribe({ token }: { token: string }) {
  const end = useApiMutation((api) => api.call('POST /unsubscribe', { query: { token } }));
  if (token === '' || end.error?.code === 'NOT_FOUND') return <DeadLink />;
  if (end.isSuccess) {
    return (
      <>
        <LinkHead title="You are unsubscribed">You won’t get these emails anymore.</LinkHead>
        <LinkButton href={pagePaths.home()}>Go to home page</LinkButton>
      </>
    );
  }
  return (
    <>
      <LinkHead title="Unsubscribe from these emails?">
        They’ll stop right away. Your saved searches stay.
      </LinkHead>
      {end.isError && (
        <div className="mb-4">
          <Banner tone="error">{failureText(end.error, 'That did not work.')}</Banner>
        </div>
      )}
      <Button busy={end.isPending} onClick={() => end.mutate()}>
        Unsubscribe
      </Button>
    </>
  );
}
