/**
 * Renders a page request. The server imports `createLoadContext` and `createRequestHandler` from
 * this module (see `api/page-data/load-context.ts`).
 */

import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { renderToPipeableStream } from 'react-dom/server';
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from 'react-router';
import { pageRequestContext } from '../api/page-data/load-context.ts';
import { NonceContext } from './document/nonce.ts';
import { buildPageScript, PageScriptContext } from './document/page-scripts.tsx';
import { ServerSectionsContext } from '../features/properties/detail/lazy/lazy-sections.ts';
import { ALL_SECTIONS } from '../features/properties/detail/lazy/all-sections.ts';

export { createLoadContext } from '../api/page-data/load-context.ts';
// The server imports it from here to use the bundled copy of the router.
export { createRequestHandler } from 'react-router';

/** Renders the complete document. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { nonce, logError } = loadContext.get(pageRequestContext);
  // The router embeds its data only if its `Scripts` were rendered. Our own script replaces them, so
  // set the flag here.
  if (entryContext.renderMeta) entryContext.renderMeta.didRenderScripts = true;
  let finalStatus = status;
  const document = new PassThrough();
  await new Promise<void>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerSectionsContext value={ALL_SECTIONS}>
          <PageScriptContext value={buildPageScript(entryContext)}>
            <ServerRouter context={entryContext} url={request.url} nonce={nonce} />
          </PageScriptContext>
        </ServerSectionsContext>
      </NonceContext>,
      {
        nonce,
        onAllReady: () => {
          pipe(document);
          resolve();
        },
        onShellError: reject,
        onError: (error) => {
          finalStatus = 500;
          logError(error);
        },
      },
    );
  });
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(await text(document), { status: finalStatus, headers });
}

/**
 * Logs errors in loaders and components, but not error responses, such as the router's 404 for an
 * unmatched path (`/%0A`).
 */
export const handleError: HandleErrorFunction = (error, { context }) => {
  if (isRouteErrorResponse(error)) return;
  context.get(pageRequestContext).logError(error);
};
