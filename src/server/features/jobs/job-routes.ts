import { endpoints } from '#shared/api-endpoints.ts';
import { setPageHeaders } from '../../http/endpoints/paging.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import type { JobService } from './job-service.ts';

/** Registers the endpoints for background jobs. */
export function registerJobRoutes(register: RegisterEndpoint, service: JobService): void {
  register(endpoints.listJobs, async ({ query, request, reply }) => {
    const { jobs, total } = await service.list(query);
    setPageHeaders(request, reply, query, total);
    return jobs;
  });

  register(endpoints.countJobs, async () => service.count());

  register(endpoints.getJob, async ({ params }) => service.get(params.id));

  register(endpoints.retryJob, async ({ params, actor }) => service.retry(actor, params.id));

  register(endpoints.discardJob, async ({ params, actor }) => {
    await service.discard(actor, params.id);
    return null;
  });
}
