/** The server's context for page requests. */

import { createContext, RouterContextProvider } from 'react-router';
import type { PageRequest } from '#shared/site/page-request.ts';
import type { ApiClientOptions } from '../api-client.ts';

type ApiFetch = ApiClientOptions['fetch'];

export const pageRequestContext = createContext<PageRequest<ApiFetch>>();

/**
 * Creates the load context of a page request. The server accesses it as
 * `build.entry.module.createLoadContext` because it imports only the built bundle of the pages.
 */
export function createLoadContext(request: PageRequest<ApiFetch>): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(pageRequestContext, request);
  return context;
}
