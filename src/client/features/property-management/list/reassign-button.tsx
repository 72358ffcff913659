import { useState } from 'react';
import { managedOfficeId } from '#shared/permissions.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { useDeferredComponent } from '../../../ui/timing/use-deferred-component.ts';

const loadDialog = async () => (await import('./reassign-dialog.tsx')).ReassignDialog;

/** 'Move to...' for selected listings, in the lists of managers and admins. */
export function ReassignButton(props: { propertyIds: readonly string[]; onDone: () => void }) {
  const { propertyIds, onDone } = props;
  const session = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const dialog = useDeferredComponent(loadDialog, 'The list of agents');
  const officeId = session.status === 'signed-in' ? managedOfficeId(session.user) : null;
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        busy={dialog.isLoading}
        onClick={() => void dialog.fetch().then(setIsOpen)}
      >
        Move to...
      </Button>
      {isOpen && dialog.Component !== null && (
        <dialog.Component
          propertyIds={propertyIds}
          officeId={officeId ?? undefined}
          onClose={(isDone) => {
            setIsOpen(false);
            if (isDone) onDone();
          }}
        />
      )}
    </>
  );
}
