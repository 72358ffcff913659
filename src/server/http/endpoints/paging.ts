/** Paging of lists: offsets and headers (docs/product/api.md, Lists). */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { MAX_LINKED_QUERY_LENGTH, MAX_REACHABLE_ENTRIES } from '#shared/limits.ts';
import type { PageQuery } from '#shared/schemas/common.ts';
import { AppError } from '../../errors/app-error.ts';

/** A page of a list as SQL offset and limit. */
export type Slice = { offset: number; limit: number };

/**
 * Returns a page's offset and limit; the last reachable page ends at the 10,000th entry.
 *
 * @throws AppError PAGE_OUT_OF_REACH for a page that starts after it
 */
export function toSlice({ page, limit }: PageQuery): Slice {
  const offset = (page - 1) * limit;
  if (offset >= MAX_REACHABLE_ENTRIES) {
    throw new AppError(
      'PAGE_OUT_OF_REACH',
      `Only the first ${MAX_REACHABLE_ENTRIES.toLocaleString('en-US')} results are available. Please narrow your search.`,
    );
  }
  return { offset, limit: Math.min(limit, MAX_REACHABLE_ENTRIES - offset) };
}

/**
 * Sets `X-Total-Count` and `Link` (RFC 8288) on the response to a list request. `Link` is omitted for a long query,
 * such as a search with areas, because it would repeat the query up to four times, and proxies reject headers that
 * long.
 */
export function setPageHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  { page, limit }: PageQuery,
  total: number,
): void {
  const lastPage = Math.max(1, Math.ceil(Math.min(total, MAX_REACHABLE_ENTRIES) / limit));
  const url = request.raw.url ?? '';
  const [path = ''] = url.split('?', 1);
  // Encoded areas can contain question marks.
  const search = url.slice(path.length + 1);
  const link = (target: number, rel: string) => {
    const query = new URLSearchParams(search);
    query.set('page', String(target));
    query.set('limit', String(limit));
    return `<${path}?${query.toString()}>; rel="${rel}"`;
  };
  reply.header('X-Total-Count', String(total));
  if (search.length > MAX_LINKED_QUERY_LENGTH) return;
  reply.header(
    'Link',
    [
      link(1, 'first'),
      ...(page > 1 ? [link(Math.min(page - 1, lastPage), 'prev')] : []),
      ...(page < lastPage ? [link(page + 1, 'next')] : []),
      link(lastPage, 'last'),
    ].join(', '),
  );
}
