import { useNavigation } from 'react-router';

/** A thin line at the top while the next page is loading, shown after a short delay. */
export function NavigationProgress() {
  const isNavigating = useNavigation().state !== 'idle';
  if (!isNavigating) return null;
  return (
    <div aria-hidden="true" className="fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden">
      <div className="progress-line h-full bg-clay forced-colors:bg-[Highlight]" />
    </div>
  );
}
