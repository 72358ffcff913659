/** The offline page, which the service worker returns if the network fails and a page is not cached. */

import { THEME_KEY } from '../theme/theme-key.ts';

/**
 * The page's only script: applies the chosen theme before the first paint, and opens the requested
 * URL as soon as the server responds.
 */
const SCRIPT = `function check(){fetch('/api/health',{cache:'no-store'}).then(function(){location.reload()},function(){})}addEventListener('online',check);setInterval(function(){if(navigator.onLine)check()},3000);try{var t=localStorage.getItem('${THEME_KEY}');if(t==='light'||t==='dark')document.documentElement.setAttribute('data-theme',t)}catch(e){}`;

/** Returns the page's Content-Security-Policy, which allows the page's script but no other scripts. */
export async function offlinePagePolicy(): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(SCRIPT));
  const base64 = btoa(String.fromCharCode(...new Uint8Array(hash)));
  return `default-src 'self'; script-src 'sha256-${base64}'; style-src 'self' 'unsafe-inline'`;
}

/** A page that can be opened offline. */
export interface CachedPage {
  /** Path and query. */
  href: string;
  title: string;
}

/**
 * Returns the page's HTML.
 *
 * @param cached pages to offer instead, most recently viewed first
 * @param stylesheet the URL of the site's stylesheet
 */
export function offlinePageHtml(
  cached: readonly CachedPage[],
  stylesheet: string,
  site: OfflineSite = UNKNOWN_SITE,
): string {
  const links = cached
    .map(
      ({ href, title }) =>
        `<li><a class="inline-flex min-h-11 items-center underline underline-offset-4" href="${escapeHtml(href)}">${escapeHtml(title)}</a></li>`,
    )
    .join('');
  const list =
    links === ''
      ? ''
      : `<h2 class="mt-12 text-lg font-semibold">Available offline</h2><ul class="mt-3">${links}</ul>`;
  return `<!doctype html>
<html lang="en"${site.accent}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<title>You’re offline | ${escapeHtml(site.name)}</title>
<script>${SCRIPT}</script>
<link rel="stylesheet" href="${escapeHtml(stylesheet)}">${site.accentSheet === '' ? '' : `\n<link rel="stylesheet" href="${site.accentSheet}">`}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
</head>
<body>
<main class="column py-20">
<p class="eyebrow">${escapeHtml(site.name)}</p>
<h1 class="display mt-3 text-2xl">You’re offline</h1>
<p class="measure mt-5 text-lg text-ink-soft">This page isn’t available offline. It will open when you’re back online.</p>
<p class="mt-8"><a class="inline-flex min-h-11 items-center rounded-sm bg-brand px-5 font-semibold text-on-brand" href="">Try again</a></p>
${list}
</main>
</body>
</html>`;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** The site's name and accent, read from a cached page. */
export interface OfflineSite {
  name: string;
  /** HTML attributes, built only by this module; '' for none. */
  accent: string;
  /** The URL of the accent's stylesheet, cached with the page; '' for none. */
  accentSheet: string;
}

const UNKNOWN_SITE: OfflineSite = { name: 'Doorstep', accent: '', accentSheet: '' };

/** Reads the site's name and accent from a cached page. */
export function readSite(html: string): OfflineSite {
  const name = /<meta property="og:site_name" content="([^"]*)"/.exec(html)?.[1];
  const accent =
    /<html[^>]* style="(--accent:#[0-9a-f]{6};--on-accent:#[0-9a-f]{6};--off-accent:#[0-9a-f]{6})"/.exec(
      html,
    )?.[1];
  return {
    name: name === undefined ? UNKNOWN_SITE.name : decodeEntities(name),
    accent: accent === undefined ? '' : ` data-accent style="${accent}"`,
    accentSheet: /"(\/assets\/accent-[\w-]+\.css)"/.exec(html)?.[1] ?? '',
  };
}

/** Reads a page's title without the site's name, with entities decoded; '' if there is none. */
export function readTitle(html: string): string {
  const title = decodeEntities(/<title[^>]*>([^<]*)<\/title>/.exec(html)?.[1] ?? '');
  const suffix = ` | ${readSite(html).name}`;
  return title.endsWith(suffix) ? title.slice(0, -suffix.length) : title;
}

function decodeEntities(text: string): string {
  return Object.entries(ENTITIES)
    .reduceRight((decoded, [character, entity]) => decoded.replaceAll(entity, character), text)
    .replaceAll('&#x27;', "'");
}
