/** Registers the endpoints for data sources. */

import { endpoints } from '#shared/api-endpoints.ts';
import { setPageHeaders } from '../../../http/endpoints/paging.ts';
import type { RegisterEndpoint } from '../../../http/endpoints/register-endpoint.ts';
import { createSourceService } from './source-service.ts';

export function registerSources(
  register: RegisterEndpoint,
  options: Parameters<typeof createSourceService>[0],
): void {
  const service = createSourceService(options);
  register(endpoints.listDataSources, () => service.list());
  register(endpoints.createDataSource, ({ actor, body }) => service.create(actor, body));
  register(endpoints.changeDataSource, ({ actor, params, body }) =>
    service.change(actor, params.id, body),
  );
  register(endpoints.deleteDataSource, async ({ actor, params }) => {
    await service.delete(actor, params.id);
    return null;
  });
  register(endpoints.testDataSource, ({ actor, params }) => service.test(actor, params.id));
  register(endpoints.listSourceRuns, async ({ params, query, request, reply }) => {
    const { runs, total } = await service.listRuns(params.id, query);
    setPageHeaders(request, reply, query, total);
    return runs;
  });
  register(endpoints.startSourceRun, ({ actor, params }) => service.start(actor, params.id));
  register(endpoints.cancelSourceRun, async ({ actor, params }) => {
    await service.cancel(actor, params.id, params.runId);
    return null;
  });
  register(endpoints.listSourceRunRows, async ({ params, query, request, reply }) => {
    const { rows, total } = await service.listRefused(params.id, params.runId, query);
    setPageHeaders(request, reply, query, total);
    return rows;
  });
}
