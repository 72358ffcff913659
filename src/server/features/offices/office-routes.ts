import { endpoints } from '#shared/api-endpoints.ts';
import type { ReceiveUpload } from '../../http/bodies/multipart.ts';
import { setPageHeaders } from '../../http/endpoints/paging.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import type { OfficeMemberService } from './office-member-service.ts';
import type { OfficeService } from './office-service.ts';

/** Registers the endpoints for offices and their members. */
export function registerOfficeRoutes(
  register: RegisterEndpoint,
  receiveUpload: ReceiveUpload,
  { offices, members }: { offices: OfficeService; members: OfficeMemberService },
): void {
  register(endpoints.listOffices, async ({ query, request, reply }) => {
    const page = await offices.list(query);
    setPageHeaders(request, reply, query, page.total);
    return page.offices;
  });

  register(endpoints.getOffice, async ({ params }) => offices.get(params.id));

  register(endpoints.createOffice, async ({ actor, request }) =>
    receiveUpload(request, endpoints.createOffice.files, (upload) => offices.create(actor, upload)),
  );

  register(endpoints.changeOffice, async ({ actor, params, request }) => {
    await offices.requireChangeAccess(actor, params.id);
    return receiveUpload(request, endpoints.changeOffice.files, (upload) =>
      offices.change(actor, params.id, upload),
    );
  });

  register(endpoints.deleteOffice, async ({ actor, params }) => {
    await offices.delete(actor, params.id);
    return null;
  });

  register(endpoints.officeStats, async ({ actor, params }) => offices.getStats(actor, params.id));

  register(endpoints.setOfficeMember, async ({ actor, params, body }) =>
    members.set(actor, params.id, params.userId, body.role),
  );

  register(endpoints.removeOfficeMember, async ({ actor, params }) => {
    await members.remove(actor, params.id, params.userId);
    return null;
  });
}
