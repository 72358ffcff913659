/** Webhooks in the audit log, without the parts of their URLs that can be secret. */

import type { WebhookRow } from './webhook-repository.ts';

/** Returns `https://hooks.example.com/…`: paths and queries often hold a token. */
export function withoutPath(url: string): string {
  const { protocol, host, pathname, search } = new URL(url);
  return `${protocol}//${host}${pathname === '/' && search === '' ? '' : '/…'}`;
}

export const entityOf = ({ id, url }: Pick<WebhookRow, 'id' | 'url'>) => ({
  kind: 'webhook',
  id,
  title: new URL(url).host,
});
