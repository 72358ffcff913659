import type { PageLogo } from '#shared/site/page-site.ts';

/** The icons for tabs and home screens: the site's logo, or the default icons. */
export function SiteIcons({ logo }: { logo: PageLogo | null }) {
  return (
    <>
      {logo === null ? (
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      ) : (
        <link rel="icon" href={logo.icon} type="image/png" sizes="48x48" />
      )}
      <link rel="apple-touch-icon" href={logo?.touchIcon ?? '/apple-touch-icon.png'} />
    </>
  );
}
