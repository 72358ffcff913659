import { pagePaths } from '#shared/page-paths.ts';
import { cx } from '../../ui/class-names.ts';
import { Link } from '../../ui/actions/link.tsx';
import { Logo } from '../../ui/pictures/logo.tsx';

/** The logo, which leads to the home page. */
export function HomeLink({ className }: { className?: string }) {
  return (
    <Link
      href={pagePaths.home()}
      aria-label="Doorstep, home page"
      className={cx('touch-target inline-flex items-center', className)}
    >
      <Logo />
    </Link>
  );
}
