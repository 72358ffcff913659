/** What the server gives to every page request. */

import { createContext, RouterContextProvider } from 'react-router';
import type { CostRates } from '#shared/monthly-cost.ts';
import type { PageSite } from '#shared/site/page-site.ts';
import type { ApiClientOptions } from '../api-client.ts';

/** Settings that pages need, public by nature (README.md, Settings). */
export interface PublicSettings {
  /** The URL in links and canonical tags, without a slash at the end. */
  publicUrl: string;
  /** Template of the map's tiles, with {z}, {x} and {y}. */
  mapTileUrl: string;
  /**
   * `fixed`: cards show the same text everywhere; `actual`: the listing's own area (docs/product/pages.md, Property
   * card).
   */
  cardArea: 'fixed' | 'actual';
  /** What the monthly cost of a home is calculated with. */
  costRates: CostRates;
}

/** One page request, as the server hands it over. */
export interface PageRequest {
  /** Calls the API in process; gets paths from `/api`. */
  apiFetch: ApiClientOptions['fetch'];
  /** For the Content-Security-Policy: stands on every inline script. */
  nonce?: string;
  publicSettings: PublicSettings;
  /** The site's own settings. */
  site: PageSite;
  /** Told of faults while rendering; the visitor sees an error page meanwhile. */
  logError?: (error: unknown) => void;
}

export const pageRequestContext = createContext<PageRequest>();

/**
 * The load context of a page request. The server finds this as `build.entry.module.createLoadContext`, since it
 * knows the pages only as a built bundle.
 */
export function createLoadContext(request: PageRequest): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(pageRequestContext, request);
  return context;
}
