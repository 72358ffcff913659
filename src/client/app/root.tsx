/** The document: head, fonts, theme, and the app's providers. */

import frauncesLatin from '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?url';
import interLatin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { useEffect, useState, type ReactNode } from 'react';
import { Links, Outlet, ScrollRestoration, useRouteLoaderData } from 'react-router';
import type { Route } from './+types/root';
import { pageRequestContext } from '../api/page-data/load-context.ts';
import { useSite } from '../api/page-data/site.ts';
import { setSiteName } from '../api/site-name.ts';
import { SiteIcons } from './document/site-icons.tsx';
import { accentAttributes } from '../ui/accent-attributes.ts';
import { PRE_HYDRATION_SCRIPT } from './document/pre-hydration-events.ts';
import { HydrationMark } from './document/hydration-mark.tsx';
import { ErrorPage } from './layouts/error-page.tsx';
import { NavigationProgress } from './document/navigation-progress.tsx';
import { useNonce } from './document/nonce.ts';
import { PageScripts } from './document/page-scripts.tsx';
import { LiveMeta } from './document/live-meta.tsx';
import { LiveUpdates } from './document/live-updates.tsx';
import { OfflineSupport } from './document/offline-support.tsx';
import { Providers } from './document/providers.tsx';
import { PublicFrame } from './layouts/public/public-frame.tsx';
import { RouteAnnouncer } from './layouts/route-announcer.tsx';
import { onSessionEnd } from '../session/device-memory.ts';
import { SecondFactorGate } from '../session/second-factor-gate.tsx';
import { SignOutOnArrival } from '../session/use-logout.ts';
import { Toaster } from '../ui/notices/toaster.tsx';
import accentStylesheet from '../styles/accent.css?url';
import stylesheet from '../styles/app.css?url';
import { HEAD_SCRIPT, THEME_COLOR } from '../theme/theme.ts';

export const links: Route.LinksFunction = () => [
  { rel: 'preload', as: 'font', type: 'font/woff2', href: interLatin, crossOrigin: 'anonymous' },
  { rel: 'preload', as: 'font', type: 'font/woff2', href: frauncesLatin, crossOrigin: 'anonymous' },
  { rel: 'stylesheet', href: stylesheet },
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

/** Scripts that run before React. They are only in the document, not in the browser's bundle. */
const INLINE_SCRIPTS = import.meta.env.SSR ? `${HEAD_SCRIPT};${PRE_HYDRATION_SCRIPT}` : '';

/** Embeds the public settings and the site's settings in the document, which uses them until it is reloaded. */
export function loader({ context }: Route.LoaderArgs) {
  const { publicSettings, site } = context.get(pageRequestContext);
  return {
    publicSettings,
    site,
    // Linked only if needed, so that pages of sites without an accent color do not load it.
    accentStylesheet: site.accent === null ? null : accentStylesheet,
  };
}

export const shouldRevalidate = () => false;

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const site = useSite();
  const accentSheet = useRouteLoaderData<typeof loader>('root')?.accentStylesheet;
  useEffect(() => setSiteName(site.name), [site.name]);
  return (
    <Providers>
      {/* The inline scripts add attributes to this element before hydration. */}
      <html lang="en" {...accentAttributes(site.accent)} suppressHydrationWarning>
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
          {(['light', 'dark'] as const).map((scheme) => (
            <meta
              key={scheme}
              name="theme-color"
              media={`(prefers-color-scheme: ${scheme})`}
              content={THEME_COLOR[scheme]}
              suppressHydrationWarning
            />
          ))}
          <script
            nonce={nonce}
            suppressHydrationWarning
            dangerouslySetInnerHTML={{ __html: INLINE_SCRIPTS }}
          />
          <LiveMeta />
          {/* Stylesheets and fonts are from this site and need no nonce. */}
          <Links nonce="" />
          {typeof accentSheet === 'string' && <link rel="stylesheet" href={accentSheet} />}
          <SiteIcons logo={site.logo} />
        </head>
        <body>
          <NavigationProgress />
          <RouteAnnouncer />
          <SignOutOnArrival />
          <SecondFactorGate />
          <HydrationMark />
          <OfflineSupport />
          <LiveUpdates />
          {children}
          <Toaster />
          <ScrollRestoration />
          <PageScripts />
        </body>
      </html>
    </Providers>
  );
}

export default function Root() {
  // A new key when a session ends, so that the next user gets pages and forms without the former user's data.
  const [endedSessions, setEndedSessions] = useState(0);
  useEffect(() => onSessionEnd(() => setEndedSessions((count) => count + 1)), []);
  return <Outlet key={endedSessions} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <PublicFrame>
      <ErrorPage error={error} />
    </PublicFrame>
  );
}
