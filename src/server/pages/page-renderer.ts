/** Passes page requests to React Router. The server imports the pages only as a built bundle. */

import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { createRequestHandler, RouterContextProvider, ServerBuild } from 'react-router';
import type { PageRequest } from '#shared/site/page-request.ts';
import { StartError } from '../errors/start-error.ts';

/** The part of `Response` that is used; creating a complete one would take 3% of a page's time. */
export type ApiResponse = Pick<Response, 'ok' | 'status' | 'text'> & {
  headers: Pick<Headers, 'get'>;
};

type ApiFetch = (path: string, init: RequestInit) => Promise<ApiResponse>;

/** Handles page requests. Errors in pages become error pages with their status. */
export type PageRenderer = (request: Request, page: PageRequest<ApiFetch>) => Promise<Response>;

/** The bundle, including the functions that the server calls. */
type PagesBuild = ServerBuild & {
  entry: {
    module: {
      createLoadContext: (page: PageRequest<ApiFetch>) => RouterContextProvider;
      createRequestHandler: typeof createRequestHandler;
    };
  };
};

/** @param loadBuild returns the current bundle, which is rebuilt after each change */
export function createDevelopmentRenderer(loadBuild: () => Promise<ServerBuild>): PageRenderer {
  let cachedHandler: ReturnType<typeof createRequestHandler> | undefined;
  return async (request, page) => {
    const build = (await loadBuild()) as PagesBuild;
    const handle = (cachedHandler ??= build.entry.module.createRequestHandler(
      loadBuild,
      'development',
    ));
    return handle(request, build.entry.module.createLoadContext(page));
  };
}

/**
 * Returns the folder of the latest build (scripts/launcher/build.mjs). It resolves the link
 * `build/current` because a later build changes it, and a running server must keep using the files it
 * started with.
 *
 * @throws StartError if there is no build
 */
export function findBuildFolder(): string {
  const link = path.join(import.meta.dirname, '../../../build/current');
  if (!existsSync(link)) throw new StartError('The pages are not built: run "npm start".');
  return realpathSync(link);
}

/**
 * Loads the production build and returns its renderer, so that the first visitor does not have to
 * wait.
 */
export async function createProductionRenderer(buildFolder: string): Promise<PageRenderer> {
  const bundle = path.join(buildFolder, 'server/index.js');
  const build = (await import(pathToFileURL(bundle).href)) as PagesBuild;
  const { createRequestHandler, createLoadContext } = build.entry.module;
  // Given the build itself instead of a function, the router prepares its routes only once.
  const handle = createRequestHandler(build, 'production');
  return (request, page) => handle(request, createLoadContext(page));
}
