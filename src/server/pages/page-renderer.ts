/** Hands page requests to the React Router build, which the server knows only as a built bundle. */

import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { createRequestHandler, RouterContextProvider, ServerBuild } from 'react-router';
import type { CostRates } from '#shared/monthly-cost.ts';
import type { PageSite } from '#shared/site/page-site.ts';
import { StartError } from '../errors/start-error.ts';

/** Settings that pages need, public by nature (README.md, Settings). */
export type PublicSettings = {
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
};

/** What one page request brings along. */
export type PageRequest = {
  /** Calls the API in process; gets paths from `/api`. */
  apiFetch: (path: string, init: RequestInit) => Promise<Response>;
  /** Stands on every inline script of ours, for the Content-Security-Policy. */
  nonce: string;
  /** Takes what went wrong while a page was rendered. */
  logError: (error: unknown) => void;
  publicSettings: PublicSettings;
  /** The site's own settings. */
  site: PageSite;
};

/** Answers page requests; errors inside pages become pages with their status. */
export type PageRenderer = (request: Request, page: PageRequest) => Promise<Response>;

/** The part of the bundle that makes what its loaders are given. */
type PagesBuild = ServerBuild & {
  entry: {
    module: {
      createLoadContext: (page: PageRequest) => RouterContextProvider;
      createRequestHandler: typeof createRequestHandler;
    };
  };
};

/**
 * @param loadBuild gives the bundle; in development it is a new one after each change
 */
export function createPageRenderer(
  loadBuild: () => Promise<ServerBuild>,
  mode: 'production' | 'development',
): PageRenderer {
  let handles: ReturnType<typeof createRequestHandler> | undefined;
  return async (request, page) => {
    const build = (await loadBuild()) as PagesBuild;
    const handle = (handles ??= build.entry.module.createRequestHandler(loadBuild, mode));
    return handle(request, build.entry.module.createLoadContext(page));
  };
}

/**
 * The newest build of the pages (scripts/launcher/build.mjs), not the link that points to it: a later build moves the
 * link, and a server that runs keeps the files that it started with.
 *
 * @throws StartError without a build
 */
export function findBuildFolder(): string {
  const link = path.join(import.meta.dirname, '../../../build/current');
  if (!existsSync(link)) throw new StartError('The pages are not built: run "npm start".');
  return realpathSync(link);
}

/** The renderer of the production build; loads it at once, so that the first visitor does not wait. */
export async function productionRenderer(buildFolder: string): Promise<PageRenderer> {
  const bundle = path.join(buildFolder, 'server/index.js');
  const build = (await import(pathToFileURL(bundle).href)) as ServerBuild;
  return createPageRenderer(async () => build, 'production');
}
