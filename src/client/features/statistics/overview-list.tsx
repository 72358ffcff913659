import type { ReactNode } from 'react';
import { Card } from '../../ui/blocks/card.tsx';
import { cx } from '../../ui/class-names.ts';
import { LinkButton } from '../../ui/actions/link-button.tsx';
import { Link } from '../../ui/actions/link.tsx';
import { Skeleton } from '../../ui/waiting/skeleton.tsx';
import { Panel } from './panel.tsx';

/** One row, such as a listing or a user. */
export interface OverviewRow {
  id: string;
  /** An avatar before the title. */
  lead?: ReactNode;
  title: string;
  /** The link of the title. */
  href?: string;
  detail?: string;
  /** A badge after the title. */
  state?: ReactNode;
  /** The action; `name` is its accessible name. */
  action?: { label: string; name: string; href: string };
}

export interface OverviewListProps {
  title: string;
  /** The empty state. */
  empty: string;
  rows: readonly OverviewRow[];
}

// A line height of 24 pixels, for touch targets.
const nameClass = 'touch-target line-clamp-2 leading-6';

/** A list of listings or users on an overview. */
export function OverviewList({ title, empty, rows }: OverviewListProps) {
  return (
    <Panel title={title}>
      {rows.length === 0 ? (
        <p className="px-5 pt-2 pb-5 text-ink-soft">{empty}</p>
      ) : (
        <ul className="mt-2 pb-2">
          {rows.map(({ id, lead, title: name, href, detail, state, action }) => (
            <li
              key={id}
              className="flex min-h-13 items-center gap-3 border-t border-line px-5 py-2 first:border-t-0"
            >
              {lead}
              <div className="min-w-0 flex-1 leading-snug [overflow-wrap:anywhere]">
                <p className="font-semibold">
                  {href === undefined ? (
                    <span className={nameClass}>{name}</span>
                  ) : (
                    <Link
                      href={href}
                      className={cx(nameClass, 'underline-offset-4 hover:underline')}
                    >
                      {name}
                    </Link>
                  )}
                </p>
                {detail !== undefined && <p className="text-sm text-ink-soft">{detail}</p>}
              </div>
              {state}
              {action !== undefined && (
                <LinkButton
                  href={action.href}
                  variant="quiet"
                  size="sm"
                  className="-mr-3"
                  aria-label={action.name}
                >
                  {action.label}
                </LinkButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** The skeleton of an overview list. */
export function OverviewListSkeleton({ thumbnail }: { thumbnail: 'round' | 'none' }) {
  return (
    <Card className="px-5 pt-5 pb-4">
      <Skeleton className="mb-3 h-4 w-32" />
      {Array.from({ length: 5 }, (_, index) => (
        <div key={index} className="flex h-13 items-center gap-3">
          {thumbnail === 'round' && <Skeleton className="size-9 rounded-full!" />}
          <div className="flex-1 space-y-2">
            <Skeleton className="h-3.5 w-3/5" />
            <Skeleton className="h-3 w-2/5" />
          </div>
        </div>
      ))}
    </Card>
  );
}
