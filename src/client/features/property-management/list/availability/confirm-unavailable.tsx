import { useState, type ReactNode } from 'react';
import type { ManagedProperty } from '#shared/schemas/properties/property.ts';
import { AlertDialog } from '../../../../ui/overlays/alert-dialog.tsx';
import { canceledToursText, soldOrRentedText } from './availability-text.ts';

/** Returns the number of upcoming tours that are canceled if listings become unavailable. */
export const countTours = (listings: readonly ManagedProperty[]) =>
  listings.reduce((sum, { upcomingTours = 0 }) => sum + upcomingTours, 0);

/**
 * Returns whether marking listings as sold or rented can be undone. Tours stay canceled, and a
 * contract stays ended.
 */
export const canUndoUnavailable = (listings: readonly ManagedProperty[]): boolean =>
  countTours(listings) === 0 && listings.every(({ isUnderContract }) => !isUnderContract);

/**
 * Asks before listings with upcoming tours are marked as sold or rented.
 *
 * @returns the dialog, and a function that calls `mark` after the confirmation, or immediately if
 *   there are no tours
 */
export function useConfirmUnavailable(): {
  dialog: ReactNode;
  confirm: (listings: readonly ManagedProperty[], mark: () => void) => void;
} {
  const [isOpen, setIsOpen] = useState(false);
  const [question, setQuestion] = useState({
    listings: [] as readonly ManagedProperty[],
    mark: () => {},
  });
  const { listings, mark } = question;
  return {
    confirm(nextListings, nextMark) {
      if (countTours(nextListings) === 0) return nextMark();
      setQuestion({ listings: nextListings, mark: nextMark });
      setIsOpen(true);
    },
    dialog: (
      <AlertDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={`Mark as ${soldOrRentedText(listings)}?`}
        description={canceledToursText(countTours(listings))}
        cancelLabel="Keep active"
        confirmLabel={`Mark as ${soldOrRentedText(listings)}`}
        onConfirm={() => {
          setIsOpen(false);
          mark();
        }}
      />
    ),
  };
}
