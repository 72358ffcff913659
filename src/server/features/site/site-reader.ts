/** The site's settings for pages, icons, and emails. */

import { createHash } from 'node:crypto';
import type { PageSite } from '#shared/site/page-site.ts';
import { toPublicPolicies } from '#shared/schemas/brokerage/policy-values.ts';
import type { SiteOverrides } from '#shared/schemas/site.ts';
import { toPageSite, DEFAULT_SITE } from '#shared/site/site-view.ts';
import type { Database } from '../../database/database.ts';
import { readPolicies } from '../policies/policies-service.ts';
import { toSitePictures } from './site-pictures.ts';
import { findSite } from './site-repository.ts';

export type SiteReader = {
  /**
   * Returns the current settings. If the database is unavailable, returns the last known settings or
   * the defaults. Never throws.
   */
  read: () => Promise<PageSite>;
};

/**
 * @param cacheVersion returns the version of public data, or null while changes could be missed;
 * settings are cached per version
 */
export function createSiteReader(db: Database, cacheVersion: () => number | null): SiteReader {
  let cached: { site: PageSite; version: number | null } | undefined;
  return {
    read: async () => {
      const version = cacheVersion();
      if (cached !== undefined && version !== null && cached.version === version)
        return cached.site;
      try {
        const { overrides, pictures } = await findSite(db);
        const policies = await readPolicies(db);
        const site = toPageSite(
          overrides,
          toSitePictures(pictures),
          shareImagePath(overrides),
          toPublicPolicies(policies),
        );
        cached = { site, version };
        return cached.site;
      } catch {
        // The page's other requests report the error.
        return cached?.site ?? DEFAULT_SITE;
      }
    },
  };
}

/**
 * Returns the URL path of the link preview picture, unique per content, or null for the built-in
 * one.
 */
function shareImagePath({ name, logo, accent, hero }: SiteOverrides): string | null {
  const parts = [name, logo, accent, hero?.heading, hero?.image];
  if (parts.every((part) => part === undefined)) return null;
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
  return `/share/${hash}.jpg`;
}
