import { pagePaths } from '#shared/page-paths.ts';
import { Link } from './link.tsx';

/** The name of an agent's office, linked to its page; renders nothing without an office. */
export function OfficeLink({
  office,
  className = '',
}: {
  office: { slug: string; name: string } | null;
  className?: string;
}) {
  if (office === null) return null;
  return (
    <Link
      href={pagePaths.office(office.slug)}
      className={`touch-target text-sm text-ink-soft underline underline-offset-4 [overflow-wrap:anywhere] hover:text-ink ${className}`}
    >
      {office.name}
    </Link>
  );
}
