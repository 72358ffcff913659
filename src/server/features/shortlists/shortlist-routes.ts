import type { FastifyRequest } from 'fastify';
import { endpoints } from '#shared/api-endpoints.ts';
import { setPageHeaders } from '../../http/endpoints/paging.ts';
import type { SignedIn } from '../../http/endpoints/authentication.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import { countSuccess } from '../../http/limits/count-success.ts';
import type { Limiter } from '../../http/limits/rate-limits.ts';
import type { RequestQueue } from '../../http/limits/request-work.ts';
import type { ShortlistService } from './shortlist-service.ts';
import type { ShortlistSharingService } from './shortlist-sharing-service.ts';

/**
 * Registers the endpoints for shortlists and their links.
 *
 * @param shortlistWork the queue of `getShortlist`, where changes also wait before they return the list
 * @param listsPerAccount limits new lists per account
 */
export function registerShortlistRoutes(
  register: RegisterEndpoint,
  service: ShortlistService,
  sharing: ShortlistSharingService,
  shortlistWork: RequestQueue,
  listsPerAccount: Limiter,
): void {
  const read = async (request: FastifyRequest, actor: SignedIn, id: string) =>
    shortlistWork(request, () => service.get(actor._id, id));
  const returnsList = { returnsPrivateData: true };

  register(endpoints.listShortlists, async ({ query, actor, request, reply }) => {
    const { summaries, total } = await service.list(actor._id, query);
    setPageHeaders(request, reply, query, total);
    return summaries;
  });
  register(endpoints.createShortlist, async ({ body, actor, once }) =>
    countSuccess(listsPerAccount, actor._id, () => service.create(actor, body.name, once)),
  );
  register(endpoints.getShortlist, async ({ params, actor }) => service.get(actor._id, params.id));
  register(
    endpoints.renameShortlist,
    async ({ params, body, actor, request }) => {
      await service.rename(actor, params.id, body.name);
      return read(request, actor, params.id);
    },
    returnsList,
  );
  register(endpoints.deleteShortlist, async ({ params, actor }) => {
    await service.remove(actor, params.id);
    return null;
  });

  register(
    endpoints.addShortlistHome,
    async ({ params, actor, request }) => {
      await service.addHome(actor, params.id, params.propertyId);
      return read(request, actor, params.id);
    },
    returnsList,
  );
  register(endpoints.removeShortlistHome, async ({ params, actor }) => {
    await service.removeHome(actor, params.id, params.propertyId);
    return null;
  });
  register(
    endpoints.voteOnShortlistHome,
    async ({ params, body, actor, request }) => {
      await service.vote(actor, params, body.vote);
      return read(request, actor, params.id);
    },
    returnsList,
  );
  register(endpoints.listShortlistComments, async ({ params, query, actor, request, reply }) => {
    const { comments, total } = await service.listComments(actor._id, params, query);
    setPageHeaders(request, reply, query, total);
    return comments;
  });
  register(endpoints.commentOnShortlistHome, async ({ params, body, actor, once }) =>
    service.addComment(actor, params, body.text, once),
  );
  register(endpoints.deleteShortlistComment, async ({ params, actor }) => {
    await service.removeComment(actor, params.id, params.commentId);
    return null;
  });

  register(endpoints.createShortlistLink, async ({ params, body, actor }) =>
    sharing.createLink(actor, params.id, body.mode),
  );
  register(endpoints.deleteShortlistLink, async ({ params, actor }) => {
    await sharing.removeLink(actor, params.id, params.mode);
    return null;
  });
  register(
    endpoints.joinShortlist,
    async ({ body, actor, request }) => read(request, actor, await sharing.join(actor, body.token)),
    returnsList,
  );
  register(endpoints.removeShortlistMember, async ({ params, actor }) => {
    await sharing.removeMember(actor, params.id, params.userId);
    return null;
  });
  register(endpoints.getSharedShortlist, async ({ query }) => sharing.view(query.token));
}
