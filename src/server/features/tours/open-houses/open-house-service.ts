import {
  MAX_OPEN_HOUSE_MINUTES,
  MIN_OPEN_HOUSE_MINUTES,
  MAX_OPEN_HOUSES_PER_PROPERTY,
} from '#shared/tour-limits.ts';
import { type Actor, can } from '#shared/permissions.ts';
import type { OpenHouse, OpenHouseForm } from '#shared/schemas/tours/open-house.ts';
import { inActorTransaction } from '../../../database/actor-transaction.ts';
import { lockOwned } from '../../../database/agent-office.ts';
import type { Database } from '../../../database/database.ts';
import { AppError, notFound, validationFailed } from '../../../errors/app-error.ts';
import type { SignedIn } from '../../../http/endpoints/authentication.ts';
import type { Once } from '../../../http/endpoints/idempotency.ts';
import { startOfDay } from '../hours/tour-slots.ts';
import { findTimeZone } from './home-time-zone.ts';
import {
  countOpenHouses,
  deleteOpenHouse,
  findOpenHouseHome,
  findOpenHouseAgent,
  findOpenHouses,
  findTimeZones,
  insertOpenHouse,
  setTimeZone,
} from './open-house-repository.ts';

export type OpenHouseService = ReturnType<typeof createOpenHouseService>;

/** Returns the error for a listing that is missing or that the caller cannot change. */
const propertyNotFound = () => notFound('Property not found.');

/** @param options.readDb the database for public reads */
export function createOpenHouseService(options: {
  db: Database;
  readDb: Database;
  now: () => Date;
}) {
  const { db, readDb, now } = options;

  return {
    /**
     * Returns a listing's current and upcoming open houses.
     *
     * @throws AppError NOT_FOUND
     */
    async list(propertyId: string): Promise<OpenHouse[]> {
      if ((await findOpenHouseHome(readDb, propertyId)) === undefined) throw propertyNotFound();
      return findOpenHouses(readDb, propertyId, now());
    },

    /**
     * Adds an open house. If it throws, nothing is added.
     *
     * @throws AppError NOT_FOUND (including for a listing that the caller cannot change),
     *   VALIDATION_FAILED, or CONFLICT
     */
    async add(
      actor: SignedIn,
      propertyId: string,
      form: OpenHouseForm,
      once: Once,
    ): Promise<OpenHouse> {
      const create = once.wrapCreate(async (transaction, current: NonNullable<Actor>) => {
        const home = await lockOwned(
          transaction,
          (options) => findOpenHouseHome(transaction, propertyId, options),
          (found) => {
            if (found === undefined || !can(current, 'open-house:change', found))
              throw propertyNotFound();
            return found;
          },
        );
        const { start, end } = checkTimes(form, now());
        if (!home.isAvailable) throw new AppError('CONFLICT', 'This home is no longer available.');
        const count = await countOpenHouses(transaction, propertyId, now());
        if (count >= MAX_OPEN_HOUSES_PER_PROPERTY) {
          throw new AppError(
            'CONFLICT',
            `A home can have at most ${MAX_OPEN_HOUSES_PER_PROPERTY} upcoming open houses.`,
          );
        }
        const note = form.note === undefined || form.note === '' ? null : form.note;
        const timeZone = await findTimeZone(home);
        return insertOpenHouse(transaction, { propertyId, start, end, note, timeZone, now: now() });
      });
      return inActorTransaction(db, actor, create);
    },

    /**
     * Deletes an open house.
     *
     * @throws AppError NOT_FOUND, including for an open house that the caller cannot change
     */
    async delete(actor: SignedIn, id: string): Promise<void> {
      await inActorTransaction(db, actor, async (transaction, current) => {
        await lockOwned(
          transaction,
          () => findOpenHouseAgent(transaction, id),
          (found) => {
            if (found === undefined || !can(current, 'open-house:change', found))
              throw notFound('Open house not found.');
            return found;
          },
        );
        await deleteOpenHouse(transaction, id);
      });
    },
  };
}

/** @throws AppError VALIDATION_FAILED */
function checkTimes(form: OpenHouseForm, now: Date): { start: Date; end: Date } {
  const start = new Date(form.start);
  const end = new Date(form.end);
  const minutes = (end.getTime() - start.getTime()) / 60_000;
  if (start < now) {
    throw validationFailed([{ path: 'start', message: 'An open house cannot begin in the past.' }]);
  }
  if (minutes < MIN_OPEN_HOUSE_MINUTES || minutes > MAX_OPEN_HOUSE_MINUTES) {
    throw validationFailed([
      {
        path: 'end',
        message: `An open house must last from ${MIN_OPEN_HOUSE_MINUTES} minutes to ${MAX_OPEN_HOUSE_MINUTES / 60} hours.`,
      },
    ]);
  }
  return { start, end };
}

/** Updates the time zones of homes' current and upcoming open houses. Call it after positions change. */
export async function refreshTimeZones(
  transaction: Database,
  propertyIds: readonly string[],
  now: Date,
): Promise<void> {
  for (const openHouse of await findTimeZones(transaction, propertyIds, now)) {
    const timeZone = await findTimeZone(openHouse);
    if (timeZone !== openHouse.timeZone) await setTimeZone(transaction, openHouse.id, timeZone);
  }
}

/**
 * Creates a function that returns the start of the day that is `days` days after `day`, in the
 * home's time zone (UTC for a home without a position).
 */
export function createStartOfDayFinder(days: number) {
  const starts = new Map<string, Date>();
  return async (position: { latitude: number; longitude: number }, day: string): Promise<Date> => {
    const timeZone = await findTimeZone(position);
    const key = `${day} ${timeZone}`;
    const start = starts.get(key) ?? startOfDay(day, timeZone, days);
    starts.set(key, start);
    return start;
  };
}
