import { endpoints } from '#shared/api-endpoints.ts';
import { setPageHeaders } from '../../../http/endpoints/paging.ts';
import type { RegisterEndpoint } from '../../../http/endpoints/register-endpoint.ts';
import { addressKey } from '../../../http/limits/rate-limits.ts';
import { requesterOf } from '../../../http/limits/request-work.ts';
import { readOrigin } from '../sessions/request-origin.ts';
import type { AcceptService } from './accept-service.ts';
import type { InvitationService } from './invitation-service.ts';

/** Registers the invitation endpoints for admins, office managers, and invited people. */
export function registerInvitationRoutes(
  register: RegisterEndpoint,
  { invitations, acceptance }: { invitations: InvitationService; acceptance: AcceptService },
): void {
  register(endpoints.createInvitation, async ({ actor, body, once }) =>
    invitations.invite(actor, body, once),
  );
  register(endpoints.listInvitations, async ({ query, request, reply }) => {
    const page = await invitations.list(query);
    setPageHeaders(request, reply, query, page.total);
    return page.invitations;
  });
  register(endpoints.deleteInvitation, async ({ actor, params }) => {
    await invitations.revoke(actor, params.id);
    return null;
  });

  register(endpoints.createOfficeInvitation, async ({ actor, params, body, once }) =>
    invitations.inviteToOffice(actor, params.id, body.email, once),
  );
  register(endpoints.listOfficeInvitations, async ({ actor, params, query, request, reply }) => {
    const page = await invitations.listForOffice(actor, params.id, query);
    setPageHeaders(request, reply, query, page.total);
    return page.invitations;
  });
  register(endpoints.deleteOfficeInvitation, async ({ actor, params }) => {
    await invitations.revokeForOffice(actor, params.id, params.invitationId);
    return null;
  });

  register(endpoints.getInvitation, async ({ query }) => acceptance.read(query.token));
  register(endpoints.acceptInvitation, async ({ actor, body, request }) =>
    acceptance.accept(actor ?? null, body, {
      clientKey: addressKey(request.ip),
      requester: requesterOf(request),
      ipAddress: request.ip,
      origin: readOrigin(request),
    }),
  );
}
