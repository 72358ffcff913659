import CalendarDays from 'lucide-react/icons/calendar-days';
import { useState } from 'react';
import type { Property } from '#shared/schemas/properties/property.ts';
import { useSession } from '../../session/session-context.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { useDeferredComponent } from '../../ui/timing/use-deferred-component.ts';

const loadDialog = async () => (await import('./tour-dialog.tsx')).TourDialog;

/**
 * A button that opens the tour booking dialog, whose script is loaded on demand. Renders nothing if
 * the agent doesn't offer tours, the home is unavailable, or the listing is the user's own.
 */
export function TourButton({ property }: { property: Property }) {
  const session = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const { Component: TourDialog, isLoading, fetch } = useDeferredComponent(loadDialog, 'The form');
  const isOwn = session.status === 'signed-in' && session.user._id === property.agent._id;
  if (property.tourMode === null || !property.isAvailable || isOwn) return null;
  const title = property.tourMode === 'instant' ? 'Book a tour' : 'Request a tour';
  const preload = () => void loadDialog().catch(() => undefined);
  const open = async () => {
    setIsOpen(true);
    if (!(await fetch())) setIsOpen(false);
  };
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        busy={isLoading}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => void open()}
        variant="secondary"
        className="needs-js px-3 max-[24rem]:px-2"
      >
        {/* A spinner replaces the icon, so that the button keeps its width. */}
        {!isLoading && <CalendarDays aria-hidden="true" className="size-4 max-[24rem]:hidden" />}
        {title}
      </Button>
      {TourDialog !== null && (
        <TourDialog property={property} title={title} isOpen={isOpen} onOpenChange={setIsOpen} />
      )}
    </>
  );
}
