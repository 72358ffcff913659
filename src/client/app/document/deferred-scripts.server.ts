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

/** A document's stream in which the scripts wait; one without scripts passes as it is. */
export function delayScripts(): Transform {
  let waiting: Uint8Array[] | undefined = [];
  /** What waits, changed if the scripts begin in it. */
  const release = (chunks: Uint8Array[], isEnd: boolean): Uint8Array | undefined => {
    const bytes = Buffer.concat(chunks);
    // One byte a character, so that what is cut in the middle of a letter comes out as it went in.
    const document = bytes.toString('latin1');
    const start = START.exec(document);
    if (start !== null) return Buffer.from(delay(document, start), 'latin1');
    return isEnd ? bytes : undefined;
  };
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done: TransformCallback) {
      if (waiting === undefined) return done(null, chunk);
      waiting.push(chunk);
      // Others follow the script that is looked for, so that one cut in two is found with the next.
      if (!Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).includes('</script>'))
        return done();
      const released = release(waiting, false);
      if (released !== undefined) waiting = undefined;
      done(null, released);
    },
    flush(done) {
      done(null, waiting === undefined ? undefined : release(waiting, true));
    },
  });
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
