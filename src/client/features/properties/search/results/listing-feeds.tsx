/** Other ways to get a listing page's homes: a feed and, for agents and admins, embed code. */

import Rss from 'lucide-react/icons/rss';
import { pagePaths } from '#shared/page-paths.ts';
import { useSession } from '../../../../session/session-context.tsx';
import type { SessionUser } from '../../../../session/session-store.ts';
import { useLoaded } from '../../../../ui/timing/use-loaded.ts';
import type { SearchState } from '../query/listing-url.ts';
import { feedSearchOf } from '../query/listing-queries.ts';

const loadButton = async () => (await import('./embed-button.tsx')).EmbedButton;

/** The link to the feed and, for agents and admins, the button for the embed code. */
export function ListingFeeds({ search }: { search: SearchState }) {
  const session = useSession();
  const isStaff = session.status === 'signed-in' && session.user.role !== 'user';
  return (
    <div className="mt-10 flex min-h-11 flex-wrap items-center gap-x-6 gap-y-2 print:hidden">
      <a
        href={pagePaths.feed(feedSearchOf(search))}
        className="touch-target inline-flex items-center gap-2 text-sm text-ink-soft underline underline-offset-4"
      >
        <Rss aria-hidden="true" className="size-4" />
        Atom feed of these homes
      </a>
      {isStaff && <LazyEmbedButton search={search} user={session.user} />}
    </div>
  );
}

/** Loaded only for users who can use it. */
function LazyEmbedButton(props: { search: SearchState; user: SessionUser }) {
  const { loaded: Button } = useLoaded(loadButton);
  return Button === null ? null : <Button {...props} />;
}
