import { endpoints } from '#shared/api-endpoints.ts';
import type { ReceiveUpload } from '../../http/bodies/multipart.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import type { SiteService } from './site-service.ts';

/** Registers the endpoints for the site's settings. */
export function registerSiteRoutes(
  register: RegisterEndpoint,
  receiveUpload: ReceiveUpload,
  service: SiteService,
): void {
  register(endpoints.getSite, () => service.read());
  register(endpoints.getPrivacy, () => service.readLegalText('privacy'));
  register(endpoints.getTerms, () => service.readLegalText('terms'));

  register(endpoints.changeSite, ({ actor, request }) =>
    receiveUpload(request, endpoints.changeSite.files, (form) => service.change(actor, form)),
  );

  register(endpoints.exportSite, async ({ actor, reply }) => {
    const file = await service.export(actor);
    reply.header('Content-Disposition', 'attachment; filename="site-settings.json"');
    return file;
  });

  register(endpoints.importSite, ({ actor, request }) =>
    request.isMultipart()
      ? receiveUpload(request, endpoints.importSite.files, (form) =>
          service.importForm(actor, form),
        )
      : service.import(actor, request.body),
  );

  register(endpoints.getSiteSetup, ({ actor }) => service.getSetup(actor));
  register(endpoints.dismissSiteSetup, async ({ actor }) => {
    await service.dismissSetup(actor);
    return null;
  });
}
