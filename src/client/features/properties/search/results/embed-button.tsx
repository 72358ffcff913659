import CodeXml from 'lucide-react/icons/code-xml';
import { type FeedSearch, pagePaths } from '#shared/page-paths.ts';
import { usePublicSettings } from '../../../../api/page-data/public-settings.ts';
import { useSite } from '../../../../api/page-data/site.ts';
import type { SessionUser } from '../../../../session/session-store.ts';
import { Button } from '../../../../ui/actions/button.tsx';
import { showToast } from '../../../../ui/notices/toast-store.ts';
import type { SearchState } from '../query/listing-url.ts';
import { feedSearchOf } from '../query/listing-queries.ts';

/** Fits two rows of cards in a wide frame. */
const FRAME_HEIGHT_PX = 880;

/** Escapes `"` and `&` for an attribute. */
const escapeAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Returns the HTML that embeds the homes for a search on another site. */
export function embedCode(url: string, title: string): string {
  return `<iframe src="${escapeAttribute(url)}" title="${escapeAttribute(title)}" width="100%" height="${FRAME_HEIGHT_PX}" style="border:0" loading="lazy"></iframe>`;
}

/**
 * Returns the filter for the homes that a user embeds: the office's homes for managers, an agent's
 * own homes, or all homes for admins, who cannot be in an office.
 */
export function embedFilterOf({
  _id: agentId,
  role,
  office,
  officeRole,
}: Pick<SessionUser, '_id' | 'role' | 'office' | 'officeRole'>): FeedSearch {
  if (office !== null && officeRole === 'manager') return { officeId: office._id };
  return role === 'admin' ? {} : { agentId };
}

/**
 * 'Embed these homes' copies the embed code for the search. Except on an agent's page, the search is
 * limited to the homes of `embedFilterOf`.
 */
export function EmbedButton({ search, user }: { search: SearchState; user: SessionUser }) {
  const { publicUrl } = usePublicSettings();
  const { name } = useSite();
  const feedSearch = feedSearchOf(search);
  // An agent's page is already limited to that agent.
  const ownFilter = feedSearch.agentId === undefined ? embedFilterOf(user) : {};
  const code = embedCode(
    publicUrl + pagePaths.embed({ ...feedSearch, ...ownFilter }),
    `Homes on ${name}`,
  );

  async function copy() {
    try {
      await navigator.clipboard.writeText(code);
      showToast({ tone: 'success', text: 'Code copied. Paste it into a page on your site.' });
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
