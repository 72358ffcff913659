/**
 * Lets the page come before its scripts.
 *
 * React Router asks for every script of a page in the head, where they share a slow line with the style sheet, the
 * fonts and the first picture, and the page is painted late. Here the preloads leave the head and the module that
 * begins everything is put to sleep; a few lines behind it wake it once the page is painted, or hidden, or when three
 * seconds are over. What a user does until then is replayed (`pre-hydration-events.ts`).
 *
 * On a slow 4G line (150 ms, 1.6 Mbit/s, half a processor; medians of five in turns, 22 November 2026) `/for-sale` is
 * painted after 0.94 s instead of 1.08, and the picture of a listing after 1.02 instead of 1.17; React takes the pages
 * over 0.1 to 0.3 s later.
 */

import { Transform, type TransformCallback } from 'node:stream';

/** In whatever order its attributes stand. */
const PRELOAD = /<link rel="modulepreload"[^>]*? href="([^"]+)"[^>]*\/>/g;
const START =
  /<script(?<nonce>(?: nonce="[^"]*")?) type="module" async="">(?<code>[\s\S]*?)<\/script>/;

/** React tells a stream with `flush` when all is written that can be sent for now. */
type Gathering = Transform & { flush: () => void };

/**
 * A document's stream in which the scripts wait; one without scripts passes as it is. React writes a document in some
 * forty pieces, each of which would pass four more streams: they go on as one, whenever React has no more for now.
 */
export function delayScripts(): Gathering {
  let gathered: Uint8Array[] = [];
  let isDelayed = false;
  const send = (isEnd: boolean) => {
    if (gathered.length === 0) return;
    let bytes = Buffer.concat(gathered);
    if (!isDelayed) {
      // One byte a character, so that what is cut in the middle of a letter comes out as it went in.
      const document = bytes.toString('latin1');
      const start = START.exec(document);
      if (start === null && !isEnd) return;
      if (start !== null) bytes = Buffer.from(delay(document, start), 'latin1');
      isDelayed = true;
    }
    gathered = [];
    stream.push(bytes);
  };
  const stream = new Transform({
    transform(chunk: Uint8Array, _encoding, done: TransformCallback) {
      gathered.push(chunk);
      done();
    },
    flush(done) {
      send(true);
      done();
    },
  });
  return Object.assign(stream, { flush: () => send(false) });
}

/** The document up to where its scripts begin and a little beyond, with the preloads gone and the module asleep. */
function delay(document: string, start: RegExpExecArray): string {
  const { nonce = '', code = '' } = start.groups ?? {};
  const addresses = [...document.matchAll(PRELOAD)].map(([, address]) => address);
  const before = document.slice(0, start.index).replace(PRELOAD, '');
  const after = document.slice(start.index + start[0].length);
  return `${before}<script${nonce} type="${ASLEEP}">${code}</script><script${nonce}>${wakeScript(addresses)}</script>${after}`;
}

/** Not a type that browsers run, but one that the standard allows: the element is a block of data until then. */
const ASLEEP = 'application/x-deferred-module';

const wakeScript = (addresses: unknown) => `(function(){var woken;
function wake(){if(woken)return;woken=true;
${JSON.stringify(addresses)}.forEach(function(a){var l=document.createElement('link');l.rel='modulepreload';l.fetchPriority='low';l.href=a;document.head.appendChild(l)});
var m=document.querySelector('script[type="${ASLEEP}"]'),s=document.createElement('script');s.type='module';s.nonce=m.nonce;s.textContent=m.textContent;document.head.appendChild(s)}
if(document.visibilityState==='hidden'||!window.PerformanceObserver||(PerformanceObserver.supportedEntryTypes||[]).indexOf('paint')<0)return wake();
new PerformanceObserver(wake).observe({type:'paint',buffered:true});
addEventListener('visibilitychange',wake,{once:true});setTimeout(wake,3000)})()`;
