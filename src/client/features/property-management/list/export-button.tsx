import Download from 'lucide-react/icons/download';
import { useDownload } from '../../../session/use-download.ts';
import { Button } from '../../../ui/actions/button.tsx';

/**
 * Downloads published listings as a CSV file that the import accepts (docs/product/import.md,
 * Export).
 */
export function ExportButton({ of }: { of: 'my-listings' | 'all' }) {
  const download = useDownload({
    path: `/properties/${of}.csv`,
    name: of === 'all' ? 'listings.csv' : 'my-listings.csv',
    failure: 'The listings could not be exported. Please try again.',
  });
  return (
    <Button
      variant="secondary"
      busy={download.isPending}
      busyLabel="Exporting..."
      onClick={download.start}
    >
      <Download aria-hidden="true" className="-ml-1 size-4.5" />
      Export CSV
    </Button>
  );
}
