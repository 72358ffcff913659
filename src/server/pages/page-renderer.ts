/** Passes page requests to the React Router build, which the server imports only as a built bundle. */

import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { createRequestHandler, RouterContextProvider, ServerBuild } from 'react-router';
import type { PageRequest } from '#shared/site/page-request.ts';
import { StartError } from '../errors/start-error.ts';

/** The part of `Response` that is used: creating a full one took 3% of a page's time. */
export type ApiResponse = Pick<Response, 'ok' | 'status' | 'text'> & {
  headers: Pick<Headers, 'get'>;
};

type ApiFetch = (path: string, init: RequestInit) => Promise<ApiResponse>;

/** Handles page requests; errors inside pages become pages with their status. */
export type PageRenderer = (request: Request, page: PageRequest<ApiFetch>) => Promise<Response>;

/** The bundle, with its function that creates the loaders' context. */
type PagesBuild = ServerBuild & {
  entry: {
    module: {
      createLoadContext: (page: PageRequest<ApiFetch>) => RouterContextProvider;
      createRequestHandler: typeof createRequestHandler;
    };
  };
};

/**
 * @param loadBuild returns the bundle, a new one after each change
 */
export function createDevelopmentRenderer(loadBuild: () => Promise<ServerBuild>): PageRenderer {
  let handles: ReturnType<typeof createRequestHandler> | undefined;
  return async (request, page) => {
    const build = (await loadBuild()) as PagesBuild;
    const handle = (handles ??= build.entry.module.createRequestHandler(loadBuild, 'development'));
    return handle(request, build.entry.module.createLoadContext(page));
  };
}

/**
 * Returns the newest build of the pages (scripts/launcher/build.mjs), not the link to it: a later build moves the link,
 * and a running server uses the files it started with.
 *
 * @throws StartError without a build
 */
export function findBuildFolder(): string {
  const link = path.join(import.meta.dirname, '../../../build/current');
  if (!existsSync(link)) throw new StartError('The pages are not built: run "npm start".');
  return realpathSync(link);
}

/** Returns the renderer of the production build, already loaded so that the first visitor does not wait. */
export async function productionRenderer(buildFolder: string): Promise<PageRenderer> {
  const bundle = path.join(buildFolder, 'server/index.js');
  const build = (await import(pathToFileURL(bundle).href)) as PagesBuild;
  const { createRequestHandler, createLoadContext } = build.entry.module;
  // Given the build itself instead of a function, the router prepares its routes once.
  const handle = createRequestHandler(build, 'production');
  return (request, page) => handle(request, createLoadContext(page));
}
