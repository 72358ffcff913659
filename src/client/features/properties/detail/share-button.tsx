import Share from 'lucide-react/icons/share';
import { Button } from '../../../ui/actions/button.tsx';
import { showToast } from '../../../ui/notices/toast-store.ts';

/**
 * Shares the page's URL through the device's share sheet, or copies it to the clipboard if there is
 * none.
 */
export function ShareButton({ title }: { title: string }) {
  async function share() {
    const url = location.href.split('#')[0] ?? location.href;
    if (typeof navigator.share === 'function') {
      // Closing the share sheet is not an error.
      await navigator.share({ title, url }).catch(() => undefined);
      return;
    }
    try {
      await navigator.clipboard.writeText(url);
      showToast({ tone: 'success', text: 'Link copied' });
    } catch {
      showToast({ tone: 'info', text: `Copy this link: ${url}` });
    }
  }
  return (
    <Button
      variant="quiet"
      size="sm"
      onClick={() => void share()}
      className="needs-js print:hidden"
    >
      <Share aria-hidden="true" className="size-4" />
      Share
    </Button>
  );
}
