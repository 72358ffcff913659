/** What search engines read first: robots.txt and the sitemap, split by 50,000 (sitemaps.org, protocol 0.9). */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PublicSettings } from '#shared/site/page-request.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { PageSite } from '#shared/site/page-site.ts';
import type { Database } from '../../database/database.ts';
import { notFound } from '../../errors/app-error.ts';
import { sendCachedResponse, toCachedResponse } from '../../cache/cached-responses.ts';
import type { PlaceService } from '../places/place-service.ts';
import { findFirstAgents, findParts, readPart } from './sitemap-repository.ts';

/** URLs in one file of a sitemap, by its protocol. */
const SITEMAP_MOST = 50_000;

const STATIC_PAGES = ['/', '/for-sale', '/for-rent', '/agents', '/about', '/contact'];
const PRIVATE_PAGES = [
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

const escapeXml = (text: string) =>
  text.replace(/[<>&'"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

type SitemapEntry = { path: string; changedAt?: Date };

/** Registers the two URLs, and those of the sitemap's parts. */
export function registerDiscoveryRoutes(
  app: FastifyInstance,
  db: Database,
  settings: PublicSettings,
  { places, readSite }: { places: Pick<PlaceService, 'pages'>; readSite: () => Promise<PageSite> },
): void {
  app.get('/robots.txt', { schema: { hide: true } }, async (request, reply) => {
    const lines = [
      'User-agent: *',
      ...PRIVATE_PAGES.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${settings.publicUrl}/sitemap.xml`,
      '',
    ];
    return send(request, reply, 'text/plain', lines.join('\n'));
  });

  app.get('/sitemap.xml', { schema: { hide: true } }, async (request, reply) => {
    const [placePages, parts] = await Promise.all([places.pages(), findParts(db, SITEMAP_MOST)]);
    const placeParts = Math.ceil(placePages.length / SITEMAP_MOST);
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
    return send(
      request,
      reply,
      'application/xml',
      `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}\n</sitemapindex>\n`,
    );
  });

  app.get<{ Params: { part: string } }>(
    '/sitemap/:part',
    { schema: { hide: true } },
    async (request, reply) => {
      const [, part, ofPlaces] =
        /^(pages|(?:(places)-)?[1-9]\d{0,5})\.xml$/.exec(request.params.part) ?? [];
      if (part === undefined) throw notFound();
      const entries =
        part === 'pages'
          ? await listPages(db, await readSite())
          : ofPlaces === undefined
            ? await listProperties(db, Number(part))
            : await listPlaces(places, Number(part.slice('places-'.length)));
      if (entries.length === 0) throw notFound();
      const urls = entries
        .map(
          ({ path, changedAt }) =>
            `<url><loc>${escapeXml(settings.publicUrl + path)}</loc>${
              changedAt === undefined ? '' : `<lastmod>${changedAt.toISOString()}</lastmod>`
            }</url>`,
        )
        .join('\n');
      return send(
        request,
        reply,
        'application/xml',
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`,
      );
    },
  );
}

/** Search engines ask often, and need not read again what they know. */
function send(request: FastifyRequest, reply: FastifyReply, type: string, text: string) {
  const headers = { 'content-type': `${type}; charset=utf-8` };
  return sendCachedResponse(request, reply, toCachedResponse(200, headers, Buffer.from(text)));
}

async function listPages(
  db: Database,
  { hasPrivacy, hasTerms }: PageSite,
): Promise<SitemapEntry[]> {
  const own = [
    ...STATIC_PAGES,
    ...(hasPrivacy ? [pagePaths.privacy()] : []),
    ...(hasTerms ? [pagePaths.terms()] : []),
  ];
  const agents = await findFirstAgents(db, SITEMAP_MOST - own.length);
  return [
    ...own.map((path) => ({ path })),
    ...agents.map(({ id, name }) => ({
      path: pagePaths.agentListings({ agentId: id, agentName: name }),
    })),
  ];
}

/** A place's page for each status of which it has an available home. */
async function listPlaces(
  places: Pick<PlaceService, 'pages'>,
  part: number,
): Promise<SitemapEntry[]> {
  const pages = await places.pages();
  return pages
    .slice((part - 1) * SITEMAP_MOST, part * SITEMAP_MOST)
    .map(({ status, ...place }) => ({ path: pagePaths.place(status, place) }));
}

async function listProperties(db: Database, part: number): Promise<SitemapEntry[]> {
  const entries: SitemapEntry[] = [];
  for await (const rows of readPart(db, { part, size: SITEMAP_MOST })) {
    for (const { id, updatedAt } of rows)
      entries.push({ path: pagePaths.property(id), changedAt: updatedAt });
  }
  return entries;
}
