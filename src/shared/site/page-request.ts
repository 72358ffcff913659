/** The server's input for rendering a page: the only interface between the server and the pages. */

import type { CostRates } from '../monthly-cost.ts';
import type { PageSite } from './page-site.ts';

/** The public settings that pages need (README.md, Settings). */
export interface PublicSettings {
  /** The base URL of links and canonical tags, without a trailing slash. */
  publicUrl: string;
  /** A map tile template, or two comma-separated ones for light and dark mode. */
  mapTileUrl: string;
  /** The rates for monthly costs. */
  costRates: CostRates;
}

/**
 * A page request.
 *
 * @typeParam Fetch the type of `fetch`, which is not available in this folder
 */
export interface PageRequest<Fetch> {
  /** Calls the API in process. Accepts paths that start with `/api`. */
  apiFetch: Fetch;
  /** The secret nonce that marks the page's own inline scripts; the server replaces it with hashes. */
  nonce: string;
  publicSettings: PublicSettings;
  /** The site settings. */
  site: PageSite;
  /** Receives rendering errors; the visitor sees an error page. */
  logError: (error: unknown) => void;
}
