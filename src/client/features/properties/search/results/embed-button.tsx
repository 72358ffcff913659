import CodeXml from 'lucide-react/icons/code-xml';
import { pagePaths } from '#shared/page-paths.ts';
import { usePublicSettings } from '../../../../api/page-data/public-settings.ts';
import { useSite } from '../../../../api/page-data/site.ts';
import { useSession } from '../../../../session/session-context.tsx';
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

/** 'Embed these homes' copies the code for another site: an agent's own homes of this search, an admin's all of it. */
export function EmbedButton({ listing, agentId }: { listing: Listing; agentId: string }) {
  const { publicUrl } = usePublicSettings();
  const { name } = useSite();
  const session = useSession();
  const isAgent = session.status === 'signed-in' && session.user.role === 'agent';
  const search = feedSearchOf(listing);
  const own = isAgent && search.agentId === undefined ? { agentId } : {};
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
