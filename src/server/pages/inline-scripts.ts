/** The content security policy for inline scripts of pages. */

import { createHash } from 'node:crypto';

/**
 * Removes the nonce from a page and returns the CSP sources (CSP 3, 2.3.1) of the inline scripts
 * that had it. Only the renderer knows the nonce, so an injected script gets no hash and does not
 * run.
 *
 * @param html a page rendered with the nonce
 * @param nonce in base64url
 */
export function hashOwnScripts(html: string, nonce: string): { html: string; sources: string[] } {
  const scripts = html.matchAll(/<script(?<attributes>[^>]*)>(?<text>[\s\S]*?)<\/script>/g);
  const sources = new Set<string>();
  for (const { groups } of scripts) {
    const { attributes = '', text = '' } = groups ?? {};
    if (!attributes.includes(` nonce="${nonce}"`) || /\ssrc=/.test(attributes)) continue;
    sources.add(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  }
  return { html: html.replaceAll(` nonce="${nonce}"`, ''), sources: [...sources] };
}
