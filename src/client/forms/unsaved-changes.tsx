import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { AlertDialog } from '../ui/overlays/alert-dialog.tsx';

export interface UnsavedChangesProps {
  /** Called when the user is about to leave. */
  hasChanges: () => boolean;
}

/**
 * Asks for confirmation before the user leaves a page with unsaved changes: by following a link,
 * using the browser's buttons, or closing the tab.
 */
export function UnsavedChanges({ hasChanges }: UnsavedChangesProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && hasChanges(),
  );

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (hasChanges()) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [hasChanges]);

  const isBlocked = blocker.state === 'blocked';
  return (
    <AlertDialog
      open={isBlocked}
      onOpenChange={(open) => {
        if (!open && blocker.state === 'blocked') blocker.reset();
      }}
      title="Leave without saving?"
      description="Your changes on this page are not saved and will be lost."
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={() => {
        if (blocker.state === 'blocked') blocker.proceed();
      }}
    />
  );
}
