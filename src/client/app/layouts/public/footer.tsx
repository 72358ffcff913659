import { useLogo, useSite } from '../../../api/page-data/site.ts';
import { LargestPlaces } from '../../../features/places/largest-places.tsx';
import { ThemeSwitch } from '../../../theme/theme-switch.tsx';
import { EqualHousing } from './equal-housing.tsx';
import { Link } from '../../../ui/actions/link.tsx';
import { Logo } from '../../../ui/pictures/logo.tsx';
import { FOOTER_COLUMNS, type FooterEntry, legalLinks, socialLinks } from './navigation.ts';

/** The footer of every public page (docs/product/pages.md, Layout). */
export function Footer() {
  const site = useSite();
  const logo = useLogo();
  const columns = [
    ...FOOTER_COLUMNS,
    { title: 'Legal', links: legalLinks(site) },
    { title: 'Follow', links: socialLinks(site.social) },
  ];
  return (
    <footer className="mt-auto border-t border-line bg-sunken">
      <div className="column grid gap-10 py-14 lg:grid-cols-[1.4fr_2fr] lg:gap-16">
        <div className="min-w-0">
          <Logo {...logo} className="max-w-full" />
          {site.tagline !== '' && (
            <p className="mt-4 max-w-xs text-ink-soft [overflow-wrap:anywhere]">{site.tagline}</p>
          )}
        </div>
        <div className="grid grid-cols-2 gap-x-6 gap-y-9 sm:grid-cols-4">
          {columns.map((column) => (
            <div key={column.title}>
              <h2 className="text-sm font-semibold">{column.title}</h2>
              <ul className="mt-2.5">
                {column.links.map((link) => (
                  <li key={link.href ?? link.label}>
                    <FooterLink {...link} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </div>
      <LargestPlaces title="Homes by city" className="column pb-10" />
      {(site.equalHousing || site.notices.length > 0) && (
        <div className="column flex flex-wrap items-center gap-x-6 gap-y-2 pb-6 text-sm text-ink-soft">
          {site.equalHousing && <EqualHousing />}
          {site.notices.length > 0 && (
            <ul aria-label="Notices" className="flex flex-wrap gap-x-6 gap-y-1">
              {site.notices.map(({ label, url }) => (
                <li key={`${label} ${url}`}>
                  <FooterLink label={label} href={url} isExternal />
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      <div className="column flex flex-wrap items-center justify-between gap-4 pb-8 text-sm text-ink-soft">
        <p className="[overflow-wrap:anywhere]">
          © {(site.contact.company || site.name).replace(/\.$/, '')}. All rights reserved.
        </p>
        <ThemeSwitch />
      </div>
    </footer>
  );
}

function FooterLink({ label, href, isExternal = false }: FooterEntry) {
  if (href === undefined) {
    return <span className="footer-link">{label}</span>;
  }
  if (isExternal) {
    return (
      <a href={href} rel="me noopener" className="footer-link">
        {label}
      </a>
    );
  }
  return (
    <Link href={href} className="footer-link">
      {label}
    </Link>
  );
}
