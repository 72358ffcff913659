import { pagePaths } from '#shared/page-paths.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { failureText } from '../../../forms/failure-text.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { LinkButton } from '../../../ui/actions/link-button.tsx';
import { Banner } from '../../../ui/notices/banner.tsx';
import { InvalidLink, LinkPageHeader } from './link-page.tsx';

/**
 * A button that stops one kind of email or all emails. Opening the page changes nothing.
 *
 * @param token '' when the URL has none
 * @param isWholeSite whether the link stops all emails
 */
export function Unsubscribe({ token, isWholeSite }: { token: string; isWholeSite: boolean }) {
  const texts = isWholeSite ? WHOLE_SITE : ONE_KIND;
  const unsubscribe = useApiMutation((api) => api.call('POST /unsubscribe', { query: { token } }));
  if (token === '' || unsubscribe.error?.code === 'NOT_FOUND')
    return (
      <InvalidLink text="This link is incomplete or no longer valid. Please use the one in your latest email." />
    );
  if (unsubscribe.isSuccess) {
    return (
      <>
        <LinkPageHeader title={texts.doneTitle}>{texts.done}</LinkPageHeader>
        <LinkButton href={pagePaths.home()}>Go to home page</LinkButton>
      </>
    );
  }
  return (
    <>
      <LinkPageHeader title={texts.title}>{texts.text}</LinkPageHeader>
      {unsubscribe.isError && (
        <div className="mb-4">
          <Banner tone="error">{failureText(unsubscribe.error, 'Something went wrong.')}</Banner>
        </div>
      )}
      <Button busy={unsubscribe.isPending} onClick={() => unsubscribe.mutate()}>
        {texts.button}
      </Button>
    </>
  );
}

const ONE_KIND = {
  title: 'Unsubscribe from these emails?',
  text: 'They’ll stop right away. Your saved searches won’t be deleted.',
  button: 'Unsubscribe',
  doneTitle: 'You’re unsubscribed',
  done: 'You won’t get these emails anymore.',
};

const WHOLE_SITE = {
  title: 'Stop all emails from this site?',
  text: 'You won’t get any more emails at this address, except about account security, such as password resets. To turn emails back on, confirm this address again.',
  button: 'Stop all emails',
  doneTitle: 'All emails are stopped',
  done: 'You won’t get any more emails from this site, except about account security.',
};
