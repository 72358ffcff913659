/** The server's input to the pages for every request: the only contract between the two. */

import type { CostRates } from '../monthly-cost.ts';
import type { PageSite } from './page-site.ts';

/** The public settings that pages need (README.md, Settings). */
export interface PublicSettings {
  /** The base URL of links and canonical tags, without a trailing slash. */
  publicUrl: string;
  /** Template of the map's tiles, with {z}, {x} and {y}. */
  mapTileUrl: string;
  /** The rates for monthly costs. */
  costRates: CostRates;
}

/**
 * One page request.
 *
 * @typeParam Fetch the type of `fetch`, which is not available in this folder
 */
export interface PageRequest<Fetch> {
  /** Calls the API in process; takes paths that start with `/api`. */
  apiFetch: Fetch;
  /** For the Content-Security-Policy: set on every inline script of the pages. */
  nonce: string;
  publicSettings: PublicSettings;
  /** The site settings. */
  site: PageSite;
  /** Receives rendering errors; the visitor sees an error page. */
  logError: (error: unknown) => void;
}
