import { endpoints } from '#shared/api-endpoints.ts';
import { addressKey } from '../../http/rate-limits.ts';
import type { RegisterEndpoint } from '../../http/register-endpoint.ts';
import type { ContactService } from './contact-service.ts';

/** The calls about contact messages. */
export function registerContactRoutes(register: RegisterEndpoint, service: ContactService): void {
  register(endpoints.sendMessage, async ({ body, request }) => {
    await service.send(body, addressKey(request.ip));
    return { message: 'Your message was sent.' };
  });
}
