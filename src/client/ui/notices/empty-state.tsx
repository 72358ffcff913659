import type { ReactNode } from 'react';
import { cx } from '../class-names.ts';

export interface EmptyStateProps {
  /** A lucide icon with `size-7`. */
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  /** The next steps: buttons or links. */
  actions?: ReactNode;
  /** The heading level of the title. */
  level?: 2 | 3;
  className?: string;
}

/** An empty state: a message and suggested actions. */
export function EmptyState({
  icon,
  title,
  children,
  actions,
  level = 2,
  className,
}: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div
      className={cx(
        'mx-auto flex max-w-lg flex-col items-center px-4 py-8 text-center md:py-16',
        className,
      )}
    >
      {icon !== undefined && (
        <span className="mb-5 flex size-14 items-center justify-center rounded-full bg-sunken text-ink-faint [@media(max-height:44rem)]:hidden">
          {icon}
        </span>
      )}
      <Heading className="display text-xl">{title}</Heading>
      {children !== undefined && <div className="mt-2 text-ink-soft">{children}</div>}
      {actions !== undefined && (
        <div className="mt-6 flex flex-wrap justify-center gap-3">{actions}</div>
      )}
    </div>
  );
}
