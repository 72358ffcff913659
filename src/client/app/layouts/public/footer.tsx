import { LargestPlaces } from '../../../features/places/largest-places.tsx';
import { ThemeSwitch } from '../../../theme/theme-switch.tsx';
import { Link } from '../../../ui/actions/link.tsx';
import { Logo } from '../../../ui/pictures/logo.tsx';
import { FOOTER_COLUMNS } from './navigation.ts';

/** The foot of every public page (docs/product/pages.md, Layout). */
export function Footer() {
  return (
    <footer className="mt-auto border-t border-line bg-sunken">
      <div className="column grid gap-10 py-14 lg:grid-cols-[1.4fr_2fr] lg:gap-16">
        <div>
          <Logo />
          <p className="mt-4 max-w-xs text-ink-soft">
            An open marketplace for homes: find one, see it, and write to the person who knows it.
          </p>
        </div>
        <div className="grid grid-cols-2 gap-x-6 gap-y-9 sm:grid-cols-4">
          {FOOTER_COLUMNS.map((column) => (
            <div key={column.title}>
              <h2 className="text-sm font-semibold">{column.title}</h2>
              <ul className="mt-2.5">
                {column.links.map((link) => (
                  <li key={link.label}>
                    <FooterLink {...link} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </div>
      <LargestPlaces title="Homes by place" className="column pb-10" />
      <div className="column flex flex-wrap items-center justify-between gap-4 pb-8 text-sm text-ink-soft">
        <p>© Doorstep. All rights reserved.</p>
        <ThemeSwitch />
      </div>
    </footer>
  );
}

function FooterLink({ label, href }: { label: string; href?: string }) {
  const className = 'touch-target inline-flex min-h-8 items-center text-ink-soft';
  if (href === undefined) {
    return <span className={className}>{label}</span>;
  }
  return (
    <Link href={href} className={`${className} underline-offset-4 hover:text-ink hover:underline`}>
      {label}
    </Link>
  );
}
