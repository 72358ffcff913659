import { endpoints } from '#shared/api-endpoints.ts';
import { MAX_FEED_ENTRIES } from '#shared/limits.ts';
import type { PageSite } from '#shared/site/page-site.ts';
import type { Database } from '../../database/database.ts';
import { isVisitor, type RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import type { PropertyService } from '../properties/property-service.ts';
import { lastChange, writeAtomFeed } from './atom-feed.ts';
import { EMBED_SECURITY_POLICY, writeEmbedPage } from './embed-page.ts';
import { readFeedSearch } from './feed-filters.ts';
import { findLastPublicChange } from './feed-repository.ts';
import { findNewest } from './feed-listings.ts';

/** Registers the feed, and the page to embed in other sites. */
export function registerFeeds(
  register: RegisterEndpoint,
  options: {
    db: Database;
    properties: Pick<PropertyService, 'search'>;
    readSite: () => Promise<PageSite>;
    publicUrl: () => string;
  },
): void {
  const { db, properties, readSite, publicUrl } = options;

  register(endpoints.getFeed, async ({ query, request, reply }) => {
    const bypassCache = !isVisitor(request);
    // Read before the listings so that a change made while they are read gets a later time.
    const lastPublicChange = await findLastPublicChange(db);
    const listings = await findNewest(properties, query, { limit: MAX_FEED_ENTRIES, bypassCache });
    // Events are eventually deleted, so the latest change to a listing is the fallback.
    const changedAt = lastPublicChange ?? lastChange(listings);
    if (changedAt !== undefined) reply.header('Last-Modified', new Date(changedAt).toUTCString());
    const site = { name: (await readSite()).name, publicUrl: publicUrl() };
    return writeAtomFeed(readFeedSearch(request.url), listings, site);
  });

  register(endpoints.getEmbed, async ({ query, request, reply }) => {
    const { limit, theme, ...filters } = query;
    const bypassCache = !isVisitor(request);
    const listings = await findNewest(properties, filters, { limit, bypassCache });
    reply.header('Content-Security-Policy', EMBED_SECURITY_POLICY);
    reply.header('X-Robots-Tag', 'noindex');
    const { title } = readFeedSearch(request.url);
    const site = await readSite();
    return writeEmbedPage(listings, { title, theme, site, publicUrl: publicUrl() });
  });
}
