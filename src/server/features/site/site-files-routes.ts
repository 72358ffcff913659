/**
 * Serves files generated from the site's settings: the web manifest, icons, and the link preview
 * picture.
 */

import { buffer } from 'node:stream/consumers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PAGE_COLOR } from '#shared/accent.ts';
import type { PageSite } from '#shared/site/page-site.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { type SiteIcon, siteIconPath, SITE_ICONS } from '#shared/site/site-icons.ts';
import { resolveTexts } from '#shared/site/site-view.ts';
import type { ResponseCache } from '../../cache/response-cache.ts';
import { sendCachedResponse, toCachedResponse } from '../../cache/cached-responses.ts';
import { notFound } from '../../errors/app-error.ts';
import type { RequestQueue } from '../../http/limits/request-work.ts';
import type { ImageStore } from '../../storage/image-store.ts';
import type { SiteReader } from './site-reader.ts';

/** The key of the picture in link previews if the home page has none of its own. */
const DEFAULT_HERO_KEY = 'demo-auth';

export function registerSiteFilesRoutes(
  app: FastifyInstance,
  options: {
    reader: SiteReader;
    images: ImageStore;
    cache: ResponseCache;
    drawingWork: RequestQueue;
  },
): void {
  const { reader, images, cache, drawingWork } = options;

  async function readImage(path: string): Promise<Uint8Array> {
    const image = await images.open(path.split('/')[2] ?? '', 'full');
    if (image === null) throw notFound('Picture not found.');
    return buffer(image.stream);
  }

  /** Sends a file, rendered once per version of public data, ignoring the URL's query. */
  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    type: string,
    create: () => Promise<Buffer>,
  ) {
    const key = `file ${pathOf(request)}`;
    const isFromNetwork = app.load.isFromNetwork(request.raw);
    const response =
      cache.peek(key, { isFromNetwork }) ??
      (await drawingWork(request, () =>
        cache.get(
          key,
          async () => toCachedResponse(200, { 'content-type': type }, await create()),
          { isFromNetwork },
        ),
      ));
    return sendCachedResponse(request, reply, response);
  }

  app.get('/manifest.webmanifest', async (request, reply) => {
    return send(request, reply, 'application/manifest+json', async () =>
      Buffer.from(JSON.stringify(toManifest(await reader.read()))),
    );
  });

  app.get<{ Params: { key: string; file: string } }>(
    '/site-icons/:key/:file',
    async (request, reply) => {
      const logo = (await reader.read()).logo?.path ?? null;
      const icon = request.params.file.replace(/\.png$/, '');
      // Only for the current logo, so clients cannot make the server render arbitrary pictures.
      if (logo === null || !isIcon(icon) || siteIconPath(logo, icon) !== pathOf(request))
        throw notFound('Picture not found.');
      return send(request, reply, 'image/png', async () => {
        const { makeIcon } = await import('./site-graphics.ts');
        return makeIcon(await readImage(logo), icon);
      });
    },
  );

  app.get('/share/:file', async (request, reply) => {
    const site = await reader.read();
    const { name, accent, shareImage } = site;
    const logo = site.logo?.path ?? null;
    const { hero } = resolveTexts(site);
    if (shareImage !== pathOf(request)) throw notFound('Picture not found.');
    return send(request, reply, 'image/jpeg', async () => {
      const { makeShareImage } = await import('./site-graphics.ts');
      return makeShareImage({
        name,
        heading: hero.heading,
        accent: accent?.color ?? null,
        logo: logo === null ? null : await readImage(logo),
        // If the built-in pictures are missing, the preview contains only text.
        hero: await readImage(hero.image ?? `/images/${DEFAULT_HERO_KEY}/full.webp`).catch(
          () => null,
        ),
      });
    });
  });
}

const pathOf = ({ url }: FastifyRequest) => url.replace(/[?#].*$/s, '');

const isIcon = (text: string): text is SiteIcon => Object.hasOwn(SITE_ICONS, text);

/** Builds the web app manifest (W3C). */
function toManifest({ name, tagline, logo: uploaded, accent }: PageSite) {
  const logo = uploaded?.path ?? null;
  const plain = [toIcon('icon-192', logo), toIcon('icon-512', logo)];
  const maskable = [toIcon('maskable-192', logo), toIcon('maskable-512', logo)];
  return {
    id: pagePaths.home(),
    name,
    short_name: name,
    description: tagline === '' ? 'Homes for sale and for rent' : tagline,
    lang: 'en',
    start_url: pagePaths.home(),
    scope: pagePaths.home(),
    display: 'standalone',
    background_color: PAGE_COLOR.light,
    theme_color: accent?.color ?? PAGE_COLOR.light,
    icons: [
      ...plain,
      ...maskable.map(({ src, sizes, type }) => ({ src, sizes, type, purpose: 'maskable' })),
      ...(logo === null ? [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }] : []),
    ],
    shortcuts: [
      { name: 'Homes for sale', url: pagePaths.forSale() },
      { name: 'Homes for rent', url: pagePaths.forRent() },
    ],
  };
}

/** Returns an icon's manifest entry: the icon generated from the logo, or the built-in one if there is no logo. */
function toIcon(icon: SiteIcon, logo: string | null) {
  const builtIn = `/${icon.replace('maskable', 'icon-maskable')}.png`;
  return {
    src: logo === null ? builtIn : siteIconPath(logo, icon),
    sizes: `${SITE_ICONS[icon]}x${SITE_ICONS[icon]}`,
    type: 'image/png',
  };
}
