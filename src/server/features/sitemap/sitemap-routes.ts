/** robots.txt and the sitemap, in parts of at most 50,000 URLs (sitemaps.org, protocol 0.9). */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PublicSettings } from '#shared/site/page-request.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { PageSite } from '#shared/site/page-site.ts';
import type { Database } from '../../database/database.ts';
import { notFound } from '../../errors/app-error.ts';
import type { ResponseCache } from '../../cache/response-cache.ts';
import {
  convertForClient,
  needsNoConversion,
  sendCachedResponse,
  toCachedResponse,
} from '../../cache/cached-responses.ts';
import { escapeMarkup as escapeXml } from '../../http/bodies/escape-markup.ts';
import type { RequestQueue } from '../../http/limits/request-work.ts';
import { imagePath } from '../../storage/image-paths.ts';
import type { PlaceService } from '../places/place-service.ts';
import { findOldestAgents, findOldestOffices, findParts, readPart } from './sitemap-repository.ts';

/** Maximum URLs per file, from the protocol. */
const MAX_SITEMAP_URLS = 50_000;

/** Maximum offices in `pages.xml`. */
const MAX_OFFICES = 10_000;

const STATIC_PAGES = ['/', '/for-sale', '/for-rent', '/agents', '/about', '/contact'];
/** Prefixes of paths that robots.txt excludes. */
const DISALLOWED_PATHS = [
  '/dashboard',
  '/profile',
  '/favorites',
  '/shortlists',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/api/',
];

type SitemapEntry = { path: string; changedAt?: Date; imagePaths?: readonly string[] };

/** Registers robots.txt, the sitemap index, and its parts. */
export function registerDiscoveryRoutes(
  app: FastifyInstance,
  db: Database,
  settings: PublicSettings,
  options: {
    places: Pick<PlaceService, 'countPages' | 'listPages'>;
    readSite: () => Promise<PageSite>;
    cache: ResponseCache;
    publicWork: RequestQueue;
  },
): void {
  const { places, readSite, cache, publicWork } = options;

  app.get('/robots.txt', async (request, reply) => {
    const lines = [
      'User-agent: *',
      ...DISALLOWED_PATHS.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${settings.publicUrl}/sitemap.xml`,
      '',
    ];
    return sendCachedResponse(request, reply, toTextResponse('text/plain', lines.join('\n')));
  });

  /**
   * Sends a file from the cache, also to signed-in users. Files can have thousands of entries, so concurrent requests
   * share one build.
   *
   * @param path the cache key, because the URL can have any query or percent-encoding
   */
  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    build: () => Promise<string>,
  ) {
    const isFromNetwork = app.load.isFromNetwork(request.raw);
    const create = async () => toTextResponse('application/xml', await build());
    const cached = cache.peek(path, { isFromNetwork }, (found) =>
      needsNoConversion(request.headers, found),
    );
    const response =
      cached ??
      (await publicWork(request, async () =>
        convertForClient(request, await cache.get(path, create, { isFromNetwork })),
      ));
    return sendCachedResponse(request, reply, response);
  }

  async function buildIndex(): Promise<string> {
    const placeParts = Math.ceil((await places.countPages()) / MAX_SITEMAP_URLS);
    const parts = await findParts(db, MAX_SITEMAP_URLS);
    const names = [
      'pages',
      ...Array.from({ length: placeParts }, (_, index) => `places-${index + 1}`),
      ...parts.map(String),
    ];
    const entries = names
      .map(
        (name) =>
          `<sitemap><loc>${escapeXml(`${settings.publicUrl}/sitemap/${name}.xml`)}</loc></sitemap>`,
      )
      .join('\n');
    return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}\n</sitemapindex>\n`;
  }

  const toImage = (path: string) =>
    `<image:image><image:loc>${escapeXml(settings.publicUrl + path)}</image:loc></image:image>`;

  async function buildPart(list: () => Promise<SitemapEntry[]>): Promise<string> {
    const entries = await list();
    if (entries.length === 0) throw notFound();
    const urls = entries
      .map(
        ({ path, changedAt, imagePaths = [] }) =>
          `<url><loc>${escapeXml(settings.publicUrl + path)}</loc>${
            changedAt === undefined ? '' : `<lastmod>${changedAt.toISOString()}</lastmod>`
          }${imagePaths.map(toImage).join('')}</url>`,
      )
      .join('\n');
    return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n${urls}\n</urlset>\n`;
  }

  app.get('/sitemap.xml', async (request, reply) =>
    send(request, reply, '/sitemap.xml', buildIndex),
  );

  app.get<{ Params: { part: string } }>('/sitemap/:part', async (request, reply) => {
    const [, part, placesPrefix] =
      /^(pages|(?:(places)-)?[1-9]\d{0,5})\.xml$/.exec(request.params.part) ?? [];
    if (part === undefined) throw notFound();
    const path = `/sitemap/${part}.xml`;
    if (part === 'pages') {
      const list = async () => listPages(db, await readSite());
      return send(request, reply, path, () => buildPart(list));
    }
    if (placesPrefix === undefined) {
      return send(request, reply, path, () => buildPart(() => listProperties(db, Number(part))));
    }
    const list = () => listPlaces(places, Number(part.slice('places-'.length)));
    return send(request, reply, path, () => buildPart(list));
  });
}

/** Creates a response with an ETag because search engines request the files often. */
const toTextResponse = (type: string, text: string) =>
  toCachedResponse(200, { 'content-type': `${type}; charset=utf-8` }, Buffer.from(text));

async function listPages(
  db: Database,
  { hasPrivacy, hasTerms }: PageSite,
): Promise<SitemapEntry[]> {
  const paths = [
    ...STATIC_PAGES,
    ...(hasPrivacy ? [pagePaths.privacy()] : []),
    ...(hasTerms ? [pagePaths.terms()] : []),
  ];
  const offices = await findOldestOffices(db, MAX_OFFICES);
  if (offices.length > 0)
    paths.push(pagePaths.offices(), ...offices.map((slug) => pagePaths.office(slug)));
  const agents = await findOldestAgents(db, MAX_SITEMAP_URLS - paths.length);
  return [
    ...paths.map((path) => ({ path })),
    ...agents.map(({ id, name }) => ({
      path: pagePaths.agentListings({ agentId: id, agentName: name }),
    })),
  ];
}

/** Returns one part of the place pages: a page per place and status with an available home. */
async function listPlaces(
  places: Pick<PlaceService, 'countPages' | 'listPages'>,
  part: number,
): Promise<SitemapEntry[]> {
  const offset = (part - 1) * MAX_SITEMAP_URLS;
  // Reading a part that does not exist would still read all earlier ones.
  if (offset >= (await places.countPages())) return [];
  const pages = await places.listPages({ offset, limit: MAX_SITEMAP_URLS });
  return pages.map(({ status, ...place }) => ({ path: pagePaths.place(status, place) }));
}

async function listProperties(db: Database, part: number): Promise<SitemapEntry[]> {
  const entries: SitemapEntry[] = [];
  for await (const rows of readPart(db, { part, size: MAX_SITEMAP_URLS })) {
    for (const { id, updatedAt, imageKeys } of rows)
      entries.push({
        path: pagePaths.property(id),
        changedAt: updatedAt,
        imagePaths: imageKeys.map(imagePath),
      });
  }
  return entries;
}
