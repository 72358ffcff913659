import ChevronRight from 'lucide-react/icons/chevron-right';
import { Link } from '../actions/link.tsx';

/** One step of the way; the last one, where one is, has no URL. */
export interface Breadcrumb {
  label: string;
  href?: string;
}

/** The way from the home page to here. */
export function Breadcrumbs({ items }: { items: readonly Breadcrumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="min-w-0 [overflow-wrap:anywhere]">
      <ol className="flex flex-wrap items-center gap-x-1.5 gap-y-0.5 text-sm text-ink-soft">
        {items.map((item, index) => (
          <li key={item.label} className="flex min-w-0 items-center gap-1.5">
            {index > 0 && (
              <ChevronRight aria-hidden="true" className="size-3.5 shrink-0 text-ink-faint" />
            )}
            {item.href === undefined ? (
              <span aria-current="page" className="truncate text-ink">
                {item.label}
              </span>
            ) : (
              <Link
                href={item.href}
                className="touch-target inline-flex min-h-6 items-center underline-offset-4 hover:text-ink hover:underline"
              >
                {item.label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
