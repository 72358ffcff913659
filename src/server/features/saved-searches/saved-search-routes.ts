import type { FastifyInstance } from 'fastify';
import { endpoints } from '#shared/api-endpoints.ts';
import { setPageHeaders } from '../../http/endpoints/paging.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import { countSuccess } from '../../http/limits/count-success.ts';
import { addressKey, type Limiter } from '../../http/limits/rate-limits.ts';
import type { RequestQueue } from '../../http/limits/request-work.ts';
import type { AlertService } from './alerts/alert-service.ts';
import type { SavedSearchService } from './saved-search-service.ts';

/**
 * Registers the endpoints for the caller's own saved searches and alert preferences.
 *
 * @param searchesPerAccount limits new searches per account
 * @param drawnAreaWork the queue for reading a search, and counting its new homes, after a change
 */
export function registerSavedSearchRoutes(
  register: RegisterEndpoint,
  service: SavedSearchService,
  searchesPerAccount: Limiter,
  drawnAreaWork: RequestQueue,
): void {
  register(endpoints.listSavedSearches, async ({ query, actor, request, reply }) => {
    const isDisconnected = () => reply.raw.closed;
    const { searches, total } = await service.list(actor._id, query, isDisconnected);
    setPageHeaders(request, reply, query, total);
    return searches;
  });
  register(endpoints.createSavedSearch, async ({ body, actor, once }) =>
    countSuccess(searchesPerAccount, actor._id, () => service.create(actor, body, once)),
  );
  register(endpoints.getSavedSearch, async ({ params, actor }) =>
    service.get(actor._id, params.id),
  );
  register(
    endpoints.changeSavedSearch,
    async ({ params, body, actor, request }) => {
      await service.change(actor, params.id, body);
      return drawnAreaWork(request, async () => service.get(actor._id, params.id));
    },
    { returnsPrivateData: true },
  );
  register(endpoints.deleteSavedSearch, async ({ params, actor }) => {
    await service.delete(actor, params.id);
    return null;
  });
  register(endpoints.markSavedSearchSeen, async ({ params, actor }) =>
    service.markSeen(actor, params.id),
  );
  register(endpoints.getPreferences, async ({ actor }) => service.getPreferences(actor._id));
  register(endpoints.changePreferences, async ({ body, actor }) =>
    service.changePreferences(actor, body),
  );
}

/** Registers the endpoints that create alerts without an account and handle the links in alert emails. */
export function registerAlertRoutes(register: RegisterEndpoint, service: AlertService): void {
  register(endpoints.createAlert, async ({ body, request, once }) =>
    service.create(body, addressKey(request.ip), once),
  );
  register(endpoints.getAlertToConfirm, async ({ query }) =>
    service.getAlertToConfirm(query.token),
  );
  register(endpoints.confirmAlert, async ({ body, request }) =>
    service.confirm(body.token, addressKey(request.ip)),
  );
  register(endpoints.getAlert, async ({ query }) => service.get(query.token));
  register(endpoints.changeAlert, async ({ query, body, request }) =>
    service.change(query.token, body, addressKey(request.ip)),
  );
  register(endpoints.deleteAlert, async ({ query }) => {
    await service.delete(query.token);
    return null;
  });
}

/** The maximum size of the form that mail clients send, which has one field. */
const MAX_FORM_BYTES = 16 * 1024;

/** Registers the endpoint for unsubscribing. It accepts any body, such as the form that mail clients send (RFC 8058). */
export function registerUnsubscribeRoute(
  app: FastifyInstance,
  createRegister: (scope: FastifyInstance) => RegisterEndpoint,
  service: AlertService,
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const options = { parseAs: 'buffer', bodyLimit: MAX_FORM_BYTES } as const;
    scope.addContentTypeParser('*', options, (_request, _body, done) => done(null, undefined));
    createRegister(scope)(endpoints.unsubscribe, async ({ query }) => {
      await service.unsubscribe(query.token);
      return { message: 'You won’t get these emails anymore.' };
    });
  });
}
