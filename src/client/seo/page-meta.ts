/** A page's metadata for search engines and link previews. */

import type { MetaDescriptor } from 'react-router';
import type { PublicSettings } from '#shared/site/page-request.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import { siteOf } from '../api/page-data/site.ts';

/** The default image for social sharing, 1200 by 630 pixels. */
export const SITE_IMAGE = '/share.jpg';

/** A public page's metadata. */
export interface PageMeta {
  /** The site's name is appended unless `isFullTitle` is set. */
  title: string;
  isFullTitle?: boolean;
  /** One or two sentences, at most about 160 characters. */
  description: string;
  /** The page's canonical path. */
  path: string;
  /** A picture's path or URL. */
  image?: string;
  /** Size of the picture in pixels, and its alternative text. */
  imageAttributes?: { width: number; height: number; alt: string };
  /** JSON-LD records, with absolute URLs (`absoluteUrl`). */
  jsonLd?: readonly object[];
  /** The path and title of a feed of the page's content. */
  feed?: { path: string; title: string };
  /** Excludes the page from search engines, such as for rare filters. */
  noindex?: boolean;
}

/** Returns the metadata of a page's picture, if it has one. */
export function imageMeta(
  picture: Omit<Property['pictures'][number], 'placeholder'> | undefined,
  alt: string,
): Pick<PageMeta, 'image' | 'imageAttributes'> {
  if (picture === undefined) return {};
  const { path, width, height, text } = picture;
  return { image: path, imageAttributes: { width, height, alt: text ?? alt } };
}

/** The relevant part of the matches passed to `meta`. */
type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

/** Returns the settings that the root's loader embedded in the document. */
export function settingsOf(matches: Matches): PublicSettings | undefined {
  const root = matches.find((match) => match?.id === 'root')?.loaderData;
  return typeof root === 'object' && root !== null && 'publicSettings' in root
    ? (root.publicSettings as PublicSettings)
    : undefined;
}

/** Returns the absolute URL of a path on this installation; other URLs are unchanged. */
export function absoluteUrl(publicUrl: string, path: string): string {
  return /^[a-z]+:/i.test(path) ? path : `${publicUrl}${path}`;
}

/**
 * Returns the tags of a public page, for its `meta` export: `export const meta: Route.MetaFunction
 * = ({ matches }) => pageMeta(matches, { … })`.
 */
export function pageMeta(matches: Matches, page: PageMeta): MetaDescriptor[] {
  const publicUrl = settingsOf(matches)?.publicUrl ?? '';
  const site = siteOf(matches);
  const title = page.isFullTitle === true ? page.title : `${page.title} | ${site.name}`;
  const url = absoluteUrl(publicUrl, page.path);
  const siteImage = absoluteUrl(publicUrl, site.shareImage ?? SITE_IMAGE);
  const siteImageAttributes = { width: 1200, height: 630, alt: site.name };
  return [
    { title },
    { name: 'description', content: page.description },
    ...(page.noindex === true ? [{ name: 'robots', content: 'noindex, follow' }] : []),
    { tagName: 'link', rel: 'canonical', href: url },
    ...(page.feed === undefined
      ? []
      : [
          {
            tagName: 'link',
            rel: 'alternate',
            type: 'application/atom+xml',
            title: page.feed.title,
            href: absoluteUrl(publicUrl, page.feed.path),
          },
        ]),
    { property: 'og:site_name', content: site.name },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: url },
    { property: 'og:locale', content: 'en_US' },
    ...(page.image === undefined
      ? []
      : imageTags(absoluteUrl(publicUrl, page.image), page.imageAttributes ?? siteImageAttributes)),
    // A JPEG, as an alternative for consumers of these tags that do not support WebP.
    ...imageTags(siteImage, siteImageAttributes),
    { name: 'twitter:card', content: 'summary_large_image' },
    // React Router escapes <, > and & in the JSON, so no text can close the element.
    ...(page.jsonLd ?? []).map((record) => ({
      'script:ld+json': { '@context': 'https://schema.org', ...record },
    })),
  ];
}

/** Returns a picture's tags. */
function imageTags(
  url: string,
  attributes: { width: number; height: number; alt: string },
): MetaDescriptor[] {
  return [
    { property: 'og:image', content: url },
    { property: 'og:image:width', content: String(attributes.width) },
    { property: 'og:image:height', content: String(attributes.height) },
    { property: 'og:image:alt', content: attributes.alt },
  ];
}

/**
 * Returns the tags of a page that is not for search engines, such as an account page: a title, the
 * site's tagline or name as the description, and `noindex`.
 */
export function privateMeta(title: string, matches: Matches): MetaDescriptor[] {
  const { name, tagline } = siteOf(matches);
  return [
    { title: `${title} | ${name}` },
    { name: 'description', content: tagline || name },
    { name: 'robots', content: 'noindex' },
  ];
}

/**
 * Returns the tags of a private page whose URL contains a token. They also prevent browsers from
 * sending the URL in the `Referer` header.
 */
export function tokenMeta(title: string, matches: Matches): MetaDescriptor[] {
  return [...privateMeta(title, matches), { name: 'referrer', content: 'no-referrer' }];
}

/** Returns the breadcrumbs as JSON-LD, for `jsonLd`. */
export function breadcrumbJsonLd(
  publicUrl: string,
  items: readonly { label: string; path: string }[],
): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: items.map((item, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: item.label,
      item: absoluteUrl(publicUrl, item.path),
    })),
  };
}
