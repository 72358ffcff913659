import CodeXml from 'lucide-react/icons/code-xml';
import { type FeedSearch, pagePaths } from '#shared/page-paths.ts';
import { usePublicSettings } from '../../../../api/page-data/public-settings.ts';
import { useSite } from '../../../../api/page-data/site.ts';
import type { SessionUser } from '../../../../session/session-store.ts';
import { Button } from '../../../../ui/actions/button.tsx';
import { showToast } from '../../../../ui/notices/toast-store.ts';
import type { Listing } from '../query/listing-address.ts';
import { feedSearchOf } from '../query/listing-queries.ts';

/** Two rows of cards in a wide frame. */
const FRAME_HEIGHT = 880;

/** Escapes `"` and `&` for an attribute. */
const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** The code that shows the homes of a search on another site. */
export function embedCode(url: string, title: string): string {
  return `<iframe src="${attribute(url)}" title="${attribute(title)}" width="100%" height="${FRAME_HEIGHT}" style="border:0" loading="lazy"></iframe>`;
}

/**
 * Whose homes a user puts on another site: a manager and an admin those of their office, an agent their own, an admin
 * without an office all.
 */
export function embedFilterOf({
  _id: agentId,
  role,
  office,
  officeRole,
}: Pick<SessionUser, '_id' | 'role' | 'office' | 'officeRole'>): FeedSearch {
  if (office !== null && (role === 'admin' || officeRole === 'manager'))
    return { officeId: office._id };
  return role === 'admin' ? {} : { agentId };
}

/** 'Embed these homes' copies the code for another site: the homes of this search that are the user's. */
export function EmbedButton({ listing, user }: { listing: Listing; user: SessionUser }) {
  const { publicUrl } = usePublicSettings();
  const { name } = useSite();
  const search = feedSearchOf(listing);
  // An agent's page is about that agent.
  const own = search.agentId === undefined ? embedFilterOf(user) : {};
  const code = embedCode(publicUrl + pagePaths.embed({ ...search, ...own }), `Homes on ${name}`);

  async function copy() {
    try {
      await navigator.clipboard.writeText(code);
      showToast({ tone: 'success', text: 'Code copied. Paste it into a page of your site.' });
    } catch {
      showToast({ tone: 'info', text: code });
    }
  }
  return (
    <Button variant="quiet" size="sm" onClick={() => void copy()}>
      <CodeXml aria-hidden="true" className="size-4" />
      Embed these homes
    </Button>
  );
}
