import { useNavigate } from 'react-router';
import { pagePaths } from '#shared/page-paths.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { useSession } from '../../session/session-context.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { LinkButton } from '../../ui/actions/link-button.tsx';
import { Banner } from '../../ui/notices/banner.tsx';
import { PageSpinner } from '../../ui/waiting/page-spinner.tsx';
import { useRefreshShortlists } from './shortlist-queries.ts';

/**
 * Joins a shortlist from an invite link when the user presses the button.
 *
 * @param props.token '' when the URL has none
 */
export function JoinShortlist({ token }: { token: string }) {
  const session = useSession();
  const navigate = useNavigate();
  const refresh = useRefreshShortlists();
  const join = useApiMutation((api) => api.call('POST /shortlists/join', { json: { token } }), {
    onSuccess: ({ _id }) => {
      void refresh();
      void navigate(pagePaths.shortlist(_id), { replace: true });
    },
  });
  if (session.status === 'loading') return <PageSpinner />;
  const state = { returnTo: pagePaths.joinShortlist(token) };
  return (
    <div className="column max-w-xl py-16">
      <h1 className="display text-xl">Join a shortlist</h1>
      {token === '' ? (
        <p className="mt-3 text-ink-soft">This link is incomplete. Please ask for a new one.</p>
      ) : session.status === 'signed-in' ? (
        <>
          <p className="mt-3 mb-6 text-ink-soft">
            You’ve been invited to a shared shortlist. Add homes, vote, and comment. The other
            members will see your name.
          </p>
          {join.isError && (
            <Banner tone="error" className="mb-4">
              {join.error.message}
            </Banner>
          )}
          <Button busy={join.isPending} onClick={() => join.mutate()}>
            Join
          </Button>
        </>
      ) : (
        <>
          <p className="mt-3 mb-6 text-ink-soft">
            You’ve been invited to a shared shortlist. Sign in so the others can see which votes are
            yours.
          </p>
          <div className="flex flex-wrap gap-3">
            <LinkButton href={pagePaths.login()} state={state}>
              Sign in
            </LinkButton>
            <LinkButton href={pagePaths.register()} state={state} variant="secondary">
              Create an account
            </LinkButton>
          </div>
        </>
      )}
    </div>
  );
}
