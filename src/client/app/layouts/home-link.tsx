import { pagePaths } from '#shared/page-paths.ts';
import { useLogo } from '../../api/page-data/site.ts';
import { Link } from '../../ui/actions/link.tsx';
import { cx } from '../../ui/class-names.ts';
import { Logo } from '../../ui/pictures/logo.tsx';

/** The logo, linked to the home page. */
export function HomeLink({ className }: { className?: string }) {
  const logo = useLogo();
  return (
    <Link
      href={pagePaths.home()}
      aria-label={`${logo.name}, home page`}
      className={cx('touch-target inline-flex max-w-full min-w-0 items-center', className)}
    >
      <Logo {...logo} />
    </Link>
  );
}
