import { endpoints } from '#shared/api-endpoints.ts';
import { setPageHeaders } from '../../http/endpoints/paging.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import { addressKey } from '../../http/limits/rate-limits.ts';
import type { ReportService } from './report-service.ts';

/** Registers the endpoints for reports. */
export function registerReportRoutes(register: RegisterEndpoint, service: ReportService): void {
  register(endpoints.reportProperty, async ({ params, body, request, once }) =>
    service.report(params.id, body, addressKey(request.ip), once),
  );

  register(endpoints.listReports, async ({ query, request, reply }) => {
    const { reports, total } = await service.list(query);
    setPageHeaders(request, reply, query, total);
    return reports;
  });

  register(endpoints.decideReport, async ({ params, body, actor }) =>
    service.decide(params.id, actor, body),
  );
}
