import type { FastifyRequest } from 'fastify';
import { endpoints } from '#shared/api-endpoints.ts';
import { setPageHeaders } from '../../http/endpoints/paging.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import type { SignedIn } from '../../http/endpoints/authentication.ts';
import { requesterOf } from '../../http/limits/request-work.ts';
import type { TourBookingService } from './tour-booking-service.ts';
import type { TourHoursService } from './hours/tour-hours-service.ts';
import type { TourCaller, TourService } from './tour-service.ts';

/** Registers the endpoints for tour hours, free slots, and tours. */
export function registerTourRoutes(
  register: RegisterEndpoint,
  services: { hours: TourHoursService; booking: TourBookingService; tours: TourService },
): void {
  const { hours, booking, tours } = services;
  register(endpoints.getTourHours, async ({ actor }) => hours.get(actor));
  register(endpoints.setTourHours, async ({ actor, body }) => hours.set(actor, body));
  register(endpoints.listTourSlots, async ({ params, query }) => hours.listFree(params.id, query));
  register(
    endpoints.bookTour,
    async ({ actor, params, request, once }) =>
      booking.book(
        actor,
        params.id,
        request.body ?? {},
        { ip: request.ip, requester: requesterOf(request) },
        once,
      ),
    { checkBody: false },
  );
  register(endpoints.listTours, async ({ actor, query, request, reply }) => {
    const page = await tours.listForAgent(actor, query);
    setPageHeaders(request, reply, query, page.total);
    return page.tours;
  });
  register(endpoints.listMyTours, async ({ actor, query, request, reply }) => {
    const page = await tours.listForVisitor(actor, query);
    setPageHeaders(request, reply, query, page.total);
    return page.tours;
  });
  register(endpoints.getTour, async (call) => tours.get(call.params.id, callerOf(call)));
  register(endpoints.getTourCalendar, async (call) => {
    call.reply.header('Content-Disposition', 'attachment; filename="tour.ics"');
    return tours.getCalendar(call.params.id, callerOf(call));
  });
  register(endpoints.changeTour, async (call) =>
    tours.change(call.params.id, call.body, callerOf(call)),
  );
}

const callerOf = (call: {
  actor: SignedIn | undefined;
  query: { token?: string | undefined };
  request: FastifyRequest;
}): TourCaller => ({ actor: call.actor, token: call.query.token, ip: call.request.ip });
