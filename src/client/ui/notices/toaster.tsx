import X from 'lucide-react/icons/x';
import { useSyncExternalStore } from 'react';
import { Button } from '../actions/button.tsx';
import { cx } from '../class-names.ts';
import { IconButton } from '../actions/icon-button.tsx';
import { dismissToast, pauseToasts, toastStore } from './toast-store.ts';

const TONE_CLASS = {
  info: 'border-line',
  success: 'border-brand/40',
  error: 'border-danger/50 text-danger',
} as const;

/**
 * The toast area, which is within thumb reach, above all content, and announced to screen readers.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(
    toastStore.subscribe,
    toastStore.getSnapshot,
    toastStore.getServerSnapshot,
  );
  return (
    // Positioned above the button bar, which it would otherwise cover. The handlers only pause the timers.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <output
      onPointerEnter={() => pauseToasts(true)}
      onPointerLeave={() => pauseToasts(false)}
      onFocus={() => pauseToasts(true)}
      onBlur={() => pauseToasts(false)}
      className="pointer-events-none fixed inset-x-0 bottom-0 z-50 sm:[:root:has([data-foot-bar])_&]:bottom-16 max-sm:[:root:has([data-foot-bar])_&]:bottom-30 max-lg:[:root:has([data-bottom-bar])_&]:bottom-[4.25rem] flex flex-col items-center gap-2 p-4 print:hidden"
    >
      {toasts.map((toast) => (
        <div
          key={toast.id}
          data-toast
          className={cx(
            'appear pointer-events-auto flex max-w-lg items-center gap-3 rounded-md border bg-surface py-1.5 pr-1.5 pl-4 shadow-pop',
            TONE_CLASS[toast.tone],
          )}
        >
          <p className="line-clamp-4 min-w-0 flex-1 py-1.5 [overflow-wrap:anywhere]">
            {toast.text}
          </p>
          {toast.action !== undefined && (
            <Button
              size="sm"
              variant="secondary"
              data-undo={toast.action.label === 'Undo' || undefined}
              onClick={() => {
                toast.action?.onSelect();
                dismissToast(toast.id);
              }}
            >
              {toast.action.label}
            </Button>
          )}
          <IconButton
            label="Dismiss"
            icon={<X aria-hidden="true" className="size-4" />}
            onClick={() => dismissToast(toast.id)}
          />
        </div>
      ))}
    </output>
  );
}
