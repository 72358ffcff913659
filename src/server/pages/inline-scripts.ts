/** The CSP for inline scripts of cached pages. */

import { createHash } from 'node:crypto';

/**
 * Removes the nonce from a page and returns the CSP sources (CSP 3, 2.3.1) of the inline scripts that had it. Only
 * our own renderer knows the nonce: a script that got into the page any other way has no hash and does not run.
 *
 * @param html rendered with the nonce
 * @param nonce base64url, unknown outside the renderer
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
