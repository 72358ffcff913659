/**
 * Requests the page's modules after the first paint so that they do not delay its styles, fonts,
 * and pictures on slow connections (decision 037).
 */

import { createContext, use } from 'react';
import { Scripts, type EntryContext } from 'react-router';
import { useNonce } from './nonce.ts';

/**
 * The inline script at the end of the body. Only the server provides it. In the browser, it is a
 * space because hydration does not change the server's text.
 */
export const PageScriptContext = /* @__PURE__ */ createContext(' ');

/**
 * Runs at the end of the body, when the styles have loaded. A hidden page is not painted and loads
 * its modules immediately. The timer is for browsers that delay the paint or do not report it.
 */
const LOAD_AFTER_FIRST_PAINT = `(function(modules,routes,entry){var isStarted=false;
function start(){if(isStarted)return;isStarted=true;document.removeEventListener('visibilitychange',start);
modules.forEach(function(url){var link=document.createElement('link');link.rel='modulepreload';link.href=url;document.head.append(link)});
Promise.all(Object.keys(routes).map(function(id){return import(routes[id]).then(function(module){return[id,module]})}).concat(import(modules[0]))).then(function(loaded){loaded.pop();window.__reactRouterRouteModules=Object.fromEntries(loaded);return import(entry)})}
if(document.hidden)start();else{document.addEventListener('visibilitychange',start);setTimeout(start,1000);new PerformanceObserver(start).observe({type:'paint',buffered:true})}})`;

/** Builds the inline script, with the router's data and the URLs of the page's modules. */
export function buildPageScript({
  manifest,
  serverHandoffString,
  staticHandlerContext,
}: EntryContext): string {
  const routes = staticHandlerContext.matches.flatMap(
    ({ route }) => manifest.routes[route.id] ?? [],
  );
  const modules = new Set([
    manifest.url,
    manifest.entry.module,
    ...manifest.entry.imports,
    ...routes.flatMap(({ module, imports }) => [module, ...(imports ?? [])]),
  ]);
  const args = [
    [...modules],
    Object.fromEntries(routes.map(({ id, module }) => [id, module])),
    manifest.entry.module,
  ];
  const stream =
    'new ReadableStream({start(controller){window.__reactRouterContext.streamController=controller}}).pipeThrough(new TextEncoderStream())';
  return (
    `window.__reactRouterContext=${serverHandoffString ?? '{}'};window.__reactRouterContext.stream=${stream};` +
    `${LOAD_AFTER_FIRST_PAINT}(${args.map((arg) => JSON.stringify(arg)).join(',')})`
  );
}

/** Replaces the router's `Scripts`, except in development. */
export function PageScripts() {
  const nonce = useNonce();
  const text = import.meta.env.SSR ? use(PageScriptContext) : ' ';
  if (import.meta.env.DEV) return <Scripts />;
  return (
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />
  );
}
