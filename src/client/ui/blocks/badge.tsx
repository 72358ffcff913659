import type { ReactNode } from 'react';
import { cx } from '../class-names.ts';

/** `sale` and `rent` are for a listing's status, including on pictures; the others are for all other labels. */
export type BadgeTone = 'sale' | 'rent' | 'brand' | 'clay' | 'plain';

const TONE_CLASS: Record<BadgeTone, string> = {
  sale: 'bg-sale',
  rent: 'bg-rent',
  brand: 'bg-brand-wash text-brand',
  clay: 'bg-clay-wash text-clay',
  plain: 'bg-sunken text-ink-soft',
};

export interface BadgeProps {
  tone?: BadgeTone;
  className?: string;
  children: ReactNode;
}

/** A short label, such as a status or a role. */
export function Badge({ tone = 'plain', className, children }: BadgeProps) {
  return <span className={cx('badge', TONE_CLASS[tone], className)}>{children}</span>;
}
