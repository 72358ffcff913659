/** The server's input to the pages for every request; the only contract between the two. */

import type { CostRates } from '../monthly-cost.ts';
import type { PageSite } from './page-site.ts';

/** Settings that pages need, public by nature (README.md, Settings). */
export interface PublicSettings {
  /** The URL in links and canonical tags, without a slash at the end. */
  publicUrl: string;
  /** Template of the map's tiles, with {z}, {x} and {y}. */
  mapTileUrl: string;
  /** The rates for monthly costs. */
  costRates: CostRates;
}

/**
 * One page request.
 *
 * @typeParam Fetch of `fetch`, whose types this folder has not
 */
export interface PageRequest<Fetch> {
  /** Calls the API in process; gets paths from `/api`. */
  apiFetch: Fetch;
  /** For the Content-Security-Policy: set on every inline script of ours. */
  nonce: string;
  publicSettings: PublicSettings;
  /** The site's own settings. */
  site: PageSite;
  /** Receives rendering errors; the visitor sees an error page. */
  logError: (error: unknown) => void;
}
