import { type Actor, can } from '#shared/permissions.ts';
import type { Tour, TourChange, ToursQuery } from '#shared/schemas/tours/tour.ts';
import type { PageQuery } from '#shared/schemas/common.ts';
import { findOfficeId } from '../../database/agent-office.ts';
import type { Database } from '../../database/database.ts';
import { inCallerTransaction } from './tour-transaction.ts';
import { AppError, forbidden, notFound, unauthenticated } from '../../errors/app-error.ts';
import { toSlice } from '../../http/endpoints/paging.ts';
import { requireManagedOffice } from '../../http/endpoints/managed-office.ts';
import type { SignedIn } from '../../http/endpoints/authentication.ts';
import { countSuccess } from '../../http/limits/count-success.ts';
import { addressKey, type Limiter, senderKey } from '../../http/limits/rate-limits.ts';
import type { TourSide } from './tour-announcement.ts';
import { writeCalendar } from './calendar-serializer.ts';
import { lockForMove, moveTour, requireFreeSlot, setTourStatus } from './tour-change-service.ts';
import { toCalendarEntry } from './tour-entry.ts';
import { findTourHours } from './hours/tour-hours-repository.ts';
import { findTour, findTours, toTour, type TourRow } from './tour-repository.ts';
import { startOfDay } from './hours/tour-slots.ts';
import { isTourToken } from './tour-tokens.ts';

/** The caller of a tour endpoint: an account, or a visitor with a link's token. */
export type TourCaller = { actor: SignedIn | undefined; token: string | undefined; ip: string };

export type TourService = ReturnType<typeof createTourService>;

/**
 * Reads and changes tours (docs/product/tours.md, Changes).
 *
 * @param options.changesPerVisitor limits changes per account or IP address because each change
 *   sends emails
 * @param options.movesPerAgent limits moves per agent
 */
export function createTourService(options: {
  db: Database;
  changesPerVisitor: Limiter;
  movesPerAgent: Limiter;
  publicUrl: () => string;
  now: () => Date;
}) {
  const { db, changesPerVisitor, movesPerAgent, publicUrl, now } = options;

  /**
   * @throws AppError UNAUTHENTICATED for a visitor without a token, NOT_FOUND for another person's
   * tour
   */
  async function requireTour(
    db: Database,
    id: string,
    { actor, token }: TourCaller,
    { lock = false } = {},
  ): Promise<{ tour: TourRow; side: TourSide }> {
    if (actor === undefined && token === undefined) throw unauthenticated();
    const tour = await findTour(db, id, { lock });
    const side = tour && sideOf(tour, actor);
    if (tour !== undefined && side !== undefined) return { tour, side };
    if (tour !== undefined && token !== undefined && (await isTourToken(db, id, token)))
      return { tour, side: 'visitor' };
    throw notFound('Tour not found.');
  }

  return {
    /**
     * Returns an agent's tours, or those of the office that the caller manages, sorted by start. Days
     * are in the time zone of the caller's hours.
     *
     * @throws AppError FORBIDDEN
     */
    async listForAgent(actor: SignedIn, query: ToursQuery) {
      const { from, to, status, scope } = query;
      const { timeZone } = (await findTourHours(db, actor._id)) ?? { timeZone: 'UTC' };
      const filter = {
        ...(scope === 'own' ? { agentId: actor._id } : { officeId: requireManagedOffice(actor) }),
        from: from === undefined ? undefined : startOfDay(from, timeZone),
        until: to === undefined ? undefined : startOfDay(to, timeZone, 1),
        status,
      };
      return toPage(await findTours(db, filter, toSlice(query)));
    },

    /** Returns the tours that a user has booked with their account, latest start first. */
    async listForVisitor(actor: SignedIn, query: PageQuery) {
      return toPage(await findTours(db, { visitorId: actor._id }, toSlice(query)));
    },

    /** @throws AppError UNAUTHENTICATED, NOT_FOUND */
    async get(id: string, caller: TourCaller): Promise<Tour> {
      return toTour((await requireTour(db, id, caller)).tour);
    },

    /**
     * Returns a tour as a calendar file.
     *
     * @throws AppError UNAUTHENTICATED, NOT_FOUND
     */
    async getCalendar(id: string, caller: TourCaller): Promise<string> {
      const { tour } = await requireTour(db, id, caller);
      return writeCalendar([toCalendarEntry(publicUrl(), tour, now())], { method: 'PUBLISH' });
    },

    /**
     * Confirms, declines, cancels, or moves a tour.
     *
     * @throws AppError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, CONFLICT, TOO_MANY_REQUESTS; the tour
     *   stays unchanged
     */
    async change(id: string, change: TourChange, caller: TourCaller): Promise<Tour> {
      const { side, tour: before } = await requireTour(db, id, caller);
      const start = change.start === undefined ? undefined : new Date(change.start);
      const isMove = start !== undefined && start.getTime() !== before.start.getTime();
      const run = async () => {
        // Rejects most moves to a taken time before they lock the home.
        if (isMove) {
          requireUpcoming(before, now());
          await requireFreeSlot(db, before, { start, now: now() });
        }
        return inCallerTransaction(db, caller.actor, async (transaction, actor) => {
          const currentCaller = { ...caller, actor };
          // Whether the caller is on the agent's side can depend on the agent's office. Its
          // membership is locked first, as in agents' own transactions, to avoid deadlocks.
          if (side === 'agent' && before.agentId !== null)
            await findOfficeId(transaction, before.agentId, { lock: true });
          if (isMove) await lockForMove(transaction, before);
          const { tour, side: by } = await requireTour(transaction, id, currentCaller, {
            lock: true,
          });
          requireUpcoming(tour, now());
          requireSeen(tour, change.before);
          if (start !== undefined) await moveTour(transaction, tour, { start, by, now: now() });
          if (change.status !== undefined)
            await changeStatus(transaction, tour, { status: change.status, by, now: now() });
          const after = await findTour(transaction, id);
          if (after === undefined) throw notFound('Tour not found.');
          return toTour(after);
        });
      };
      if (side === 'visitor') return countSuccess(changesPerVisitor, limitKeyOf(caller), run);
      // Confirming, declining, and canceling are never limited for the agent.
      return start === undefined ? run() : countSuccess(movesPerAgent, limitKeyOf(caller), run);
    },
  };
}

/**
 * Returns a tour for an event stream; undefined if the user does not take part in it or it was
 * deleted.
 */
export async function readTourAs(
  db: Database,
  actor: NonNullable<Actor>,
  id: string,
): Promise<Tour | undefined> {
  const tour = await findTour(db, id);
  return tour === undefined || sideOf(tour, actor) === undefined ? undefined : toTour(tour);
}

function toPage({ rows, total }: { rows: TourRow[]; total: number }) {
  return { tours: rows.map(toTour), total };
}

/**
 * Returns the caller's side of a tour; undefined for former agents and users who do not take part.
 * Office managers are on their agents' side.
 */
function sideOf(tour: TourRow, actor: NonNullable<Actor> | undefined): TourSide | undefined {
  if (actor === undefined) return undefined;
  const isTourAgent = tour.agentId === actor._id;
  if (!isTourAgent && tour.visitorId === actor._id) return 'visitor';
  if (can(actor, 'tour:answer', tour)) return 'agent';
  return tour.visitorId === actor._id ? 'visitor' : undefined;
}

const limitKeyOf = ({ actor, ip }: TourCaller) => senderKey(actor?._id ?? null, addressKey(ip));

/** @throws AppError CONFLICT */
function requireUpcoming({ status, start }: TourRow, now: Date): void {
  if (status === 'declined' || status === 'canceled')
    throw new AppError('CONFLICT', 'This tour was already canceled or declined.');
  if (start <= now) throw new AppError('CONFLICT', 'This tour has already started.');
}

/** Rejects a change by a caller who saw another time. @throws AppError CONFLICT */
function requireSeen({ start }: TourRow, before: string | undefined): void {
  if (before !== undefined && Date.parse(before) !== start.getTime())
    throw new AppError('CONFLICT', 'This tour was moved to another time.');
}

/** @throws AppError FORBIDDEN, CONFLICT */
async function changeStatus(
  transaction: Database,
  tour: TourRow,
  { status, by, now }: { status: 'booked' | 'declined' | 'canceled'; by: TourSide; now: Date },
): Promise<void> {
  if (status === 'canceled')
    return setTourStatus(transaction, tour, { status, kind: 'canceled', by, now });
  if (by === 'visitor') throw forbidden('Only the agent can confirm or decline a tour.');
  if (tour.status !== 'requested')
    throw new AppError('CONFLICT', 'Only a requested tour can be confirmed or declined.');
  const kind = status === 'booked' ? 'confirmed' : 'declined';
  await setTourStatus(transaction, tour, { status, kind, by, now });
}
