/**
 * Renders a page request. The server imports `createLoadContext` and `createRequestHandler` from
 * this module (see `api/page-data/load-context.ts`).
 */

import { PassThrough } from 'node:stream';
import { createReadableStreamFromReadable } from '@react-router/node';
import { isbot } from 'isbot';
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
import { describePageScript, PageScriptContext } from './document/page-scripts.tsx';
import { ServerSectionsContext } from '../features/properties/detail/lazy/lazy-sections.ts';
import { ALL_SECTIONS } from '../features/properties/detail/lazy/all-sections.ts';

export { createLoadContext } from '../api/page-data/load-context.ts';
// The server imports it from here to use the bundled copy of the router.
export { createRequestHandler } from 'react-router';

/** How long a loader's promise can keep the stream open, in milliseconds. */
export const streamTimeout = 10_000;

/**
 * Streams the document, starting with the shell. Crawlers get the complete document at once.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> | Response {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return new Response(null, { status, headers });

  const { nonce, logError } = loadContext.get(pageRequestContext);
  const userAgent = request.headers.get('user-agent');
  const isCrawler = userAgent !== null && isbot(userAgent);

  // The router sends streamed data only to pages with its scripts; ours replace them.
  if (entryContext.renderMeta) entryContext.renderMeta.didRenderScripts = true;
  return new Promise((resolve, reject) => {
    let finalStatus = status;
    let hasResponded = false;
    const respond = () => {
      hasResponded = true;
      const body = new PassThrough();
      body.on('close', () => clearTimeout(deadline));
      pipe(body);
      resolve(
        new Response(createReadableStreamFromReadable(body), { status: finalStatus, headers }),
      );
    };
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerSectionsContext value={ALL_SECTIONS}>
          <PageScriptContext value={describePageScript(entryContext)}>
            <ServerRouter context={entryContext} url={request.url} nonce={nonce} />
          </PageScriptContext>
        </ServerSectionsContext>
      </NonceContext>,
      {
        nonce,
        ...(isCrawler ? { onAllReady: respond } : { onShellReady: respond }),
        onShellError: (error) => {
          clearTimeout(deadline);
          reject(error instanceof Error ? error : new Error(String(error)));
        },
        onError(error) {
          if (!hasResponded) finalStatus = 500;
          // A visitor who leaves aborts the stream; that is not an error.
          if (!request.signal.aborted) logError(error);
        },
      },
    );
    // After the loaders' timeout, React abandons pending parts, and the browser renders them.
    const deadline = setTimeout(abort, streamTimeout + 1_000);
  });
}

/**
 * Logs errors in loaders and components. An unmatched path, such as `/%0A`, is a 404 and not an
 * error.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.get(pageRequestContext).logError(error);
};
