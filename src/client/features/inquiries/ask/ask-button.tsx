import MessageCircle from 'lucide-react/icons/message-circle';
import { useState } from 'react';
import type { Property } from '#shared/schemas/properties/property.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { cx } from '../../../ui/class-names.ts';
import { useDeferredComponent } from '../../../ui/timing/use-deferred-component.ts';
import type { AskDialogProps } from './ask-dialog.tsx';

const loadDialog = async () => {
  const { AskDialog } = await import('./ask-dialog.tsx');
  return AskDialog;
};

/** Opens the form to ask about a home. Hidden for unavailable homes and the user's own listings. */
export function AskButton({ property, className }: { property: Property; className?: string }) {
  const session = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const dialog = useDeferredComponent<AskDialogProps>(loadDialog, 'The form');
  const isOwn = session.status === 'signed-in' && session.user._id === property.agent._id;
  if (!property.isAvailable || isOwn) return null;
  return (
    <>
      <Button
        className={cx('px-3 max-[24rem]:px-2', className)}
        busy={dialog.isLoading}
        onClick={() => void dialog.fetch().then((isLoaded) => isLoaded && setIsOpen(true))}
      >
        {/* A spinner replaces the icon so that the button keeps its width. */}
        {!dialog.isLoading && (
          <MessageCircle aria-hidden="true" className="size-4 max-[24rem]:hidden" />
        )}
        <span>
          Ask<span className="sr-only"> about this home</span>
        </span>
      </Button>
      {dialog.Component !== null && (
        <dialog.Component property={property} open={isOpen} onOpenChange={setIsOpen} />
      )}
    </>
  );
}
