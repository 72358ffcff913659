import { endpoints } from '#shared/api-endpoints.ts';
import type { ReceiveUpload } from '../../../http/bodies/multipart.ts';
import { setPageHeaders } from '../../../http/endpoints/paging.ts';
import type { RegisterEndpoint } from '../../../http/endpoints/register-endpoint.ts';
import type { ImportRunService } from './import-run-service.ts';

/** Registers the endpoints for imports started in the browser. */
export function registerImportRunRoutes(
  register: RegisterEndpoint,
  receiveUpload: ReceiveUpload,
  service: ImportRunService,
): void {
  register(endpoints.createImport, async ({ actor, request, once }) =>
    receiveUpload(request, endpoints.createImport.files, (upload) =>
      once.runUpload(upload, () => service.create(actor, upload, once)),
    ),
  );

  register(endpoints.listImports, async ({ actor, query, request, reply }) => {
    const { imports, total } = await service.list(actor, query);
    setPageHeaders(request, reply, query, total);
    return imports;
  });

  register(endpoints.getImport, async ({ actor, params }) => service.get(actor, params.id));

  register(endpoints.listRefusedRows, async ({ actor, params, query, request, reply }) => {
    const { rows, total } = await service.listRefused(actor, params.id, query);
    setPageHeaders(request, reply, query, total);
    return rows;
  });

  register(endpoints.exportRefusedRows, async ({ actor, params, reply }) => {
    const parts = await service.exportRefused(actor, params.id);
    reply.header('Content-Disposition', 'attachment; filename="refused.csv"');
    return parts;
  });

  register(endpoints.cancelImport, async ({ actor, params }) => {
    await service.cancel(actor, params.id);
    return null;
  });
}
