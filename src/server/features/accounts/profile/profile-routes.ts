import { endpoints } from '#shared/api-endpoints.ts';
import type { ReceiveUpload } from '../../../http/bodies/multipart.ts';
import type { RegisterEndpoint } from '../../../http/endpoints/register-endpoint.ts';
import { addressKey } from '../../../http/limits/rate-limits.ts';
import type { ProfileService } from './profile-service.ts';

/** Registers the endpoints for users' own accounts. */
export function registerProfileRoutes(
  register: RegisterEndpoint,
  receiveUpload: ReceiveUpload,
  service: ProfileService,
): void {
  register(endpoints.getProfile, async ({ actor }) => service.read(actor));

  register(endpoints.changeProfile, async ({ actor, request }) =>
    receiveUpload(request, endpoints.changeProfile.files, ({ fields, files: [avatar], signal }) =>
      service.change(actor, { fields, avatar, signal }, addressKey(request.ip)),
    ),
  );

  register(endpoints.getPersonalData, async ({ actor, reply }) => {
    reply.header('Content-Disposition', 'attachment; filename="doorstep-data.json"');
    return service.readData(actor);
  });

  register(endpoints.changePassword, async ({ actor, body }) => {
    await service.changePassword(actor, body);
    return { message: 'Password changed successfully!' };
  });
}
