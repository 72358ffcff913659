import { useState } from 'react';
import { can, managedOfficeId } from '#shared/permissions.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { useDeferredComponent } from '../../../ui/timing/use-deferred-component.ts';
import type { AssignDialogProps } from './assign-dialog.tsx';

const loadDialog = async () => (await import('./assign-dialog.tsx')).AssignDialog;

/** 'Assign to...', for managers and admins only. */
export function AssignButton({ inquiry }: Pick<AssignDialogProps, 'inquiry'>) {
  const session = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const dialog = useDeferredComponent(loadDialog, 'The list of agents');
  if (session.status !== 'signed-in') return null;
  const { user } = session;
  const officeId = managedOfficeId(user);
  if (officeId === null && !can(user, 'inquiry:manage')) return null;
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        busy={dialog.isLoading}
        busyLabel="Assign to..."
        onClick={() => void dialog.fetch().then(setIsOpen)}
      >
        Assign to...
      </Button>
      {isOpen && dialog.Component !== null && (
        <dialog.Component
          inquiry={inquiry}
          officeId={officeId ?? undefined}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
