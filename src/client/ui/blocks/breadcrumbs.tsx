import ChevronRight from 'lucide-react/icons/chevron-right';
import { Link } from '../actions/link.tsx';
import { cx } from '../class-names.ts';

/** One breadcrumb; the last one, for the current page, has no URL. */
export interface Breadcrumb {
  label: string;
  href?: string;
}

/**
 * The path from the home page to the current one.
 *
 * @param props.isOneLine whether to stay on one line, for use next to buttons: phones omit the home
 * page, the narrowest show only the current page, and long labels are truncated
 */
export function Breadcrumbs({
  items,
  isOneLine = false,
}: {
  items: readonly Breadcrumb[];
  isOneLine?: boolean;
}) {
  return (
    <nav aria-label="Breadcrumb" className="min-w-0 [overflow-wrap:anywhere]">
      <ol
        className={cx(
          'flex items-center gap-x-1.5 gap-y-0.5 text-sm text-ink-soft',
          isOneLine ? 'whitespace-nowrap' : 'flex-wrap',
        )}
      >
        {items.map((item, index) => (
          <li
            key={item.label}
            className={cx(
              'flex min-w-0 items-center gap-1.5',
              isOneLine && index === 0 && 'max-sm:hidden',
              isOneLine && index < items.length - 1 && 'shrink-0 max-[24rem]:hidden',
            )}
          >
            {index > 0 && (
              <ChevronRight
                aria-hidden="true"
                className={cx(
                  'size-3.5 shrink-0 text-ink-faint',
                  isOneLine && (index === 1 ? 'max-sm:hidden' : 'max-[24rem]:hidden'),
                )}
              />
            )}
            {item.href === undefined ? (
              <span aria-current="page" className="truncate text-ink">
                {item.label}
              </span>
            ) : (
              <Link
                href={item.href}
                className="touch-target inline-flex min-h-6 min-w-0 items-center underline-offset-4 hover:text-ink hover:underline"
              >
                <span className={cx(isOneLine && 'truncate')}>{item.label}</span>
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
