import { endpoints } from '#shared/api-endpoints.ts';
import { changeEach } from '../../../http/endpoints/change-each.ts';
import type { ReceiveUpload } from '../../../http/bodies/multipart.ts';
import { setPageHeaders } from '../../../http/endpoints/paging.ts';
import type { RegisterEndpoint } from '../../../http/endpoints/register-endpoint.ts';
import type { PropertyManagementService } from './property-management-service.ts';

/** Registers the endpoints for agents and admins to manage listings. */
export function registerPropertyManagementRoutes(
  register: RegisterEndpoint,
  receiveUpload: ReceiveUpload,
  service: PropertyManagementService,
): void {
  register(endpoints.listMyProperties, async ({ actor, query, request, reply }) => {
    const { properties, total } = await service.listOwn(actor, query);
    setPageHeaders(request, reply, query, total);
    return properties;
  });

  register(endpoints.listAllProperties, async ({ query, request, reply }) => {
    const { properties, total } = await service.listAll(query);
    setPageHeaders(request, reply, query, total);
    return properties;
  });

  register(endpoints.createProperty, async ({ actor, request, once }) =>
    receiveUpload(request, endpoints.createProperty.files, (upload) =>
      once.runUpload(upload, () => {
        const { fields, files, signal } = upload;
        return service.create(actor, { fields, images: files, signal }, once);
      }),
    ),
  );

  register(endpoints.duplicateProperty, async ({ actor, params, once }) =>
    service.duplicate(actor, params.id, once),
  );

  register(endpoints.updateProperty, async ({ actor, params, request }) => {
    const start = await service.beginUpdate(actor, params.id);
    return receiveUpload(request, endpoints.updateProperty.files, ({ fields, files, signal }) =>
      service.update(actor, params.id, { fields, images: files, signal }, start),
    );
  });

  register(endpoints.changePrice, async ({ actor, params, body }) =>
    service.changePrice(actor, params.id, body),
  );

  register(endpoints.toggleAvailability, async ({ actor, params }) =>
    service.toggleAvailability(actor, params.id),
  );

  register(endpoints.changeProperties, async ({ actor, body, request }) => {
    const { ids, action, cancelsTours } = body;
    return changeEach(ids, request.log, async (id) =>
      action === 'delete'
        ? service.delete(actor, id)
        : service.setAvailability(actor, id, action === 'mark-available', cancelsTours),
    );
  });

  register(endpoints.deleteProperty, async ({ actor, params }) => {
    await service.delete(actor, params.id);
    return null;
  });
}
