import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import type { ReactNode } from 'react';
import { cx } from '../class-names.ts';

/** `error` is red, `success` uses the brand's green, and `info` is neutral. */
export type BannerTone = 'error' | 'success' | 'info';

const TONES = {
  error: { className: 'border-danger/40 bg-danger-wash text-danger', Icon: CircleAlert },
  success: { className: 'border-brand/35 bg-brand-wash text-brand', Icon: CircleCheck },
  info: { className: 'border-line bg-sunken text-ink-soft', Icon: Info },
} as const;

export interface BannerProps {
  tone: BannerTone;
  className?: string;
  /** An action, such as a retry button. */
  action?: ReactNode;
  children: ReactNode;
}

/** An inline message. Errors interrupt screen readers. Other messages wait. */
export function Banner({ tone, className, action, children }: BannerProps) {
  const { className: toneClass, Icon } = TONES[tone];
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={cx(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-sm border px-4 py-3',
        toneClass,
        className,
      )}
    >
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      <div className="min-w-0 flex-1 break-words">{children}</div>
      {action}
    </div>
  );
}
