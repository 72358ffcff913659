import { useState } from 'react';
import { countOf } from '#shared/format/numbers.ts';
import { Button } from '../../ui/actions/button.tsx';
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx';
import { type ShortlistHomeProps, useShortlistChange } from './shortlist-queries.ts';

/** Removes a home from a shortlist. Asks first if this deletes comments or votes. */
export function RemoveHome({ list, home }: Pick<ShortlistHomeProps, 'list' | 'home'>) {
  const { _id: propertyId, title } = home.property;
  const [isOpen, setIsOpen] = useState(false);
  const remove = useShortlistChange((api) =>
    api.call('DELETE /shortlists/:id/homes/:propertyId', { params: { id: list._id, propertyId } }),
  );
  const losses = removalText(home);
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        className="mt-2"
        busy={remove.isPending && !isOpen}
        aria-label={`Remove from list: ${title}`}
        onClick={() => (losses === '' ? remove.mutate() : setIsOpen(true))}
      >
        Remove from list
      </Button>
      <AlertDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Remove this home?"
        description={losses}
        confirmLabel="Remove"
        busyLabel="Removing..."
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: () => setIsOpen(false) })}
      />
    </>
  );
}

/** Describes what is deleted with a home: '2 comments and 1 vote will be deleted.'; '' for nothing. */
export function removalText({
  commentCount,
  votes,
}: Pick<ShortlistHomeProps['home'], 'commentCount' | 'votes'>): string {
  const losses = [
    ...(commentCount === 0 ? [] : [countOf(commentCount, 'comment')]),
    ...(votes.length === 0 ? [] : [countOf(votes.length, 'vote')]),
  ];
  return losses.length === 0 ? '' : `${losses.join(' and ')} will be deleted.`;
}
