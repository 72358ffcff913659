import { useQueryClient } from '@tanstack/react-query';
import ChartLine from 'lucide-react/icons/chart-line';
import Copy from 'lucide-react/icons/copy';
import { lazy, Suspense, useState } from 'react';
import { pagePaths } from '#shared/page-paths.ts';
import type { ManagedProperty } from '#shared/schemas/properties/property.ts';
import { useNavigate } from 'react-router';
import { isApiError } from '../../../api/api-error.ts';
import { useIdempotentApi } from '../../../api/use-idempotent-api.ts';
import { RowAction } from '../../../data-list/row-action.tsx';
import { refreshListings } from '../../../property-cards/refresh-listings.ts';
import { showToast } from '../../../ui/notices/toast-store.ts';

const FiguresDialog = lazy(async () => ({
  default: (await import('./figures-dialog.tsx')).FiguresDialog,
}));

/** More actions in My Listings. Only published listings have figures. */
export function OwnListingActions({
  listing: { _id: id, title, publishState },
}: {
  listing: Pick<ManagedProperty, '_id' | 'title' | 'publishState'>;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const duplicate = useDuplicate();
  return (
    <>
      {publishState === 'published' && (
        <RowAction
          action="figures"
          label="Figures"
          rowName={title}
          Icon={ChartLine}
          onClick={() => setIsOpen(true)}
        />
      )}
      <RowAction
        action="duplicate"
        label="Duplicate"
        rowName={title}
        Icon={Copy}
        onClick={() => void duplicate(id, title)}
      />
      {isOpen && (
        <Suspense>
          <FiguresDialog id={id} title={title} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Returns a function that copies a listing to a new draft and offers to edit the draft. */
function useDuplicate() {
  const api = useIdempotentApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isSending, setIsSending] = useState(false);
  return async (id: string, title: string) => {
    if (isSending) return;
    setIsSending(true);
    try {
      const draft = await api.call('POST /properties/:id/duplicate', { params: { id } });
      refreshListings(queryClient);
      showToast({
        tone: 'success',
        text: `A draft of “${title}” was created.`,
        action: {
          label: 'Edit',
          onSelect: () => void navigate(pagePaths.editListing(draft._id)),
        },
      });
    } catch (error) {
      if (!isApiError(error)) throw error;
      showToast({ tone: 'error', text: error.message });
    } finally {
      setIsSending(false);
    }
  };
}
