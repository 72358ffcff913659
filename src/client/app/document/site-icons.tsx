import type { PageLogo } from '#shared/site/page-site.ts';

/** The icons of tabs and home screens: the default ones, or from the site's logo. */
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
