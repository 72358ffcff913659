import { useState } from 'react';
import { countOf } from '#shared/format/numbers.ts';
import { Button } from '../../ui/actions/button.tsx';
import { useDeferredComponent } from '../../ui/timing/use-deferred-component.ts';
import { type ShortlistHomeProps, useShortlistChange } from './shortlist-queries.ts';

const loadDialog = async () => (await import('../../ui/overlays/alert-dialog.tsx')).AlertDialog;

/** Removes a home from a shortlist. Asks for confirmation if comments or votes would be deleted. */
export function RemoveHome({ list, home }: Pick<ShortlistHomeProps, 'list' | 'home'>) {
  const { _id: propertyId, title } = home.property;
  const [isOpen, setIsOpen] = useState(false);
  const remove = useShortlistChange((api) =>
    api.call('DELETE /shortlists/:id/homes/:propertyId', { params: { id: list._id, propertyId } }),
  );
  const { Component: Dialog, isLoading, fetch } = useDeferredComponent(loadDialog, 'The dialog');
  const losses = removalText(home);
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        className="mt-2"
        busy={isLoading || (remove.isPending && !isOpen)}
        aria-label={`Remove from list: ${title}`}
        onClick={() => (losses === '' ? remove.mutate() : void fetch().then(setIsOpen))}
      >
        Remove from list
      </Button>
      {Dialog !== null && (
        <Dialog
          open={isOpen}
          onOpenChange={setIsOpen}
          title="Remove this home?"
          description={losses}
          confirmLabel="Remove"
          busyLabel="Removing..."
          busy={remove.isPending}
          onConfirm={() => remove.mutate(undefined, { onSettled: () => setIsOpen(false) })}
        />
      )}
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
