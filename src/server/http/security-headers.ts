/** Sets security headers (OWASP Secure Headers; docs/product/pages.md, Search engines, for the referrer policy). */

import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { splitTileUrls } from '#shared/geo/map-tiles.ts';

/** Returns the origins of the tile templates; `{s}` stands for any subdomain. */
function tileOrigins(mapTileUrl: string): string {
  const origins = splitTileUrls(mapTileUrl).flatMap((template) => {
    const url = template.replace('{s}', 'wildcard-subdomain');
    return URL.canParse(url) ? [new URL(url).origin.replace('wildcard-subdomain', '*')] : [];
  });
  return [...new Set(origins)].join(' ');
}

/**
 * Returns a page's policy: resources from this site, pictures also from the map's tile servers, and only the listed
 * inline scripts.
 *
 * @param inlineScripts their hashes as CSP sources, such as `'sha256-…'`
 */
export function contentSecurityPolicy(
  settings: { mapTileUrl: string },
  inlineScripts: readonly string[],
): string {
  return [
    `default-src 'self'`,
    [`script-src 'self'`, ...inlineScripts].join(' '),
    // React and the map set style attributes, which cannot have a nonce or hash.
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob: ${tileOrigins(settings.mapTileUrl)}`.trim(),
    `font-src 'self'`,
    `connect-src 'self'`,
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `object-src 'none'`,
    `base-uri 'self'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

/** @param isHttps whether PUBLIC_URL uses HTTPS; HSTS is sent only then */
export async function installSecurityHeaders(
  app: FastifyInstance,
  { isHttps }: { isHttps: boolean },
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    // Origins named in CORS_ORIGINS can call the API.
    crossOriginResourcePolicy: false,
    originAgentCluster: true,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    hsts: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  });
  app.addHook('onSend', async (_request, reply, payload) => {
    reply.header(
      'Permissions-Policy',
      'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    );
    if (!reply.hasHeader('content-security-policy')) {
      reply.header('Content-Security-Policy', `default-src 'none'; frame-ancestors 'none'`);
    } else if (String(reply.getHeader('content-security-policy')).includes('frame-ancestors *')) {
      // This legacy header cannot allow all sites.
      reply.removeHeader('x-frame-options');
    }
    return payload;
  });
}
