import { endpoints } from '#shared/api-endpoints.ts';
import { setPageHeaders } from '../../http/endpoints/paging.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import type { AuditService } from './audit-service.ts';

/** Registers the endpoints of the audit log. */
export function registerAuditRoutes(register: RegisterEndpoint, service: AuditService): void {
  register(endpoints.listAudit, async ({ query, request, reply }) => {
    const { entries, total } = await service.list(query);
    setPageHeaders(request, reply, query, total);
    return entries;
  });

  register(endpoints.exportAudit, async ({ query, reply }) => {
    reply.header('Content-Disposition', 'attachment; filename="audit-log.csv"');
    return service.export(query);
  });
}
