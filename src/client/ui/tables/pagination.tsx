import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { cx } from '../class-names.ts';
import { Link } from '../actions/link.tsx';
import { pageNumbers } from './page-numbers.ts';

export interface PaginationProps {
  /** From 1. */
  page: number;
  pageCount: number;
  /** Returns the URL of a page. */
  hrefOf: (page: number) => string;
  /** The accessible name, such as 'Pages of properties'. */
  label?: string;
  className?: string;
}

/** Links to the pages of a list. Renders nothing for a single page. */
export function Pagination({
  page,
  pageCount,
  hrefOf,
  label = 'Pages',
  className,
}: PaginationProps) {
  if (pageCount <= 1) return null;
  return (
    <nav aria-label={label} className={cx('flex justify-center', className)}>
      <ul className="flex flex-wrap items-center justify-center gap-1">
        <li>
          <Step href={page > 1 ? hrefOf(page - 1) : undefined} rel="prev" label="Previous page">
            <ChevronLeft aria-hidden="true" className="size-5" />
          </Step>
        </li>
        {pageNumbers(page, pageCount).map((number, index) => (
          <li key={number ?? `gap-${index}`} className={number === page ? '' : 'max-sm:hidden'}>
            {number === null ? (
              <span aria-hidden="true" className="px-1 text-ink-faint">
                …
              </span>
            ) : (
              <Link
                href={hrefOf(number)}
                aria-current={number === page ? 'page' : undefined}
                aria-label={`Page ${number}`}
                className={cx('page-link', number === page && 'current-in-forced-colors')}
              >
                {number}
              </Link>
            )}
          </li>
        ))}
        <li className="px-2 text-sm text-ink-soft figures sm:hidden">of {pageCount}</li>
        <li>
          <Step href={page < pageCount ? hrefOf(page + 1) : undefined} rel="next" label="Next page">
            <ChevronRight aria-hidden="true" className="size-5" />
          </Step>
        </li>
      </ul>
    </nav>
  );
}

interface StepProps {
  href: string | undefined;
  rel: 'prev' | 'next';
  label: string;
  children: React.ReactNode;
}

function Step({ href, rel, label, children }: StepProps) {
  if (href === undefined) {
    return (
      <span aria-hidden="true" className="page-link">
        {children}
      </span>
    );
  }
  return (
    <Link href={href} rel={rel} aria-label={label} className="page-link">
      {children}
    </Link>
  );
}
