/** The server's context for page requests. */

import { createContext, RouterContextProvider } from 'react-router';
import type { PageRequest } from '#shared/site/page-request.ts';
import type { ApiClientOptions } from '../api-client.ts';

type ApiFetch = ApiClientOptions['fetch'];

export const pageRequestContext = createContext<PageRequest<ApiFetch>>();

/**
 * The load context of a page request. The server finds this as `build.entry.module.createLoadContext`, since it
 * knows the pages only as a built bundle.
 */
export function createLoadContext(request: PageRequest<ApiFetch>): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(pageRequestContext, request);
  return context;
}
