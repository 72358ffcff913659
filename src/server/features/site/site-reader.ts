/** The site's settings for pages, icons, and emails. */

import { createHash } from 'node:crypto';
import type { PageSite } from '#shared/site/page-site.ts';
import { toPublicPolicies } from '#shared/schemas/brokerage/policy-values.ts';
import type { SiteOverrides } from '#shared/schemas/site.ts';
import { toPageSite, UNCHANGED_SITE } from '#shared/site/site-view.ts';
import type { Database } from '../../database/database.ts';
import { readPolicies } from '../policies/policies-service.ts';
import { toSitePictures } from './site-pictures.ts';
import { findSite } from './site-repository.ts';

export type SiteReader = {
  /** As of now. While the database is away: as of last time, and before any time the defaults. Never fails. */
  read: () => Promise<PageSite>;
};

/**
 * @param cacheVersion another one after every change of public data, null while changes could be missed; what was read
 *   under one holds until there is another
 */
export function createSiteReader(db: Database, cacheVersion: () => number | null): SiteReader {
  let known: { site: PageSite; version: number | null } | undefined;
  return {
    read: async () => {
      const version = cacheVersion();
      if (known !== undefined && version !== null && known.version === version) return known.site;
      try {
        const [{ overrides, pictures }, policies] = await Promise.all([
          findSite(db),
          readPolicies(db),
        ]);
        const site = toPageSite(
          overrides,
          toSitePictures(pictures),
          shareImagePath(overrides),
          toPublicPolicies(policies),
        );
        known = { site, version };
        return known.site;
      } catch {
        // Whatever else the page needs says better what is wrong.
        return known?.site ?? UNCHANGED_SITE;
      }
    },
  };
}

/** Where the picture for shared links is: another address for another picture; null where it is the product's own. */
function shareImagePath({ name, logo, accent, hero }: SiteOverrides): string | null {
  const parts = [name, logo, accent, hero?.heading, hero?.image];
  if (parts.every((part) => part === undefined)) return null;
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
  return `/share/${hash}.jpg`;
}
