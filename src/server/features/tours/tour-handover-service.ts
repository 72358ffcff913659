/**
 * Moves upcoming tours to another agent with their homes (docs/product/offices.md, Reassigning).
 */

import { formatMoment } from '#shared/format/time-spans.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Database } from '../../database/database.ts';
import { announceEvent } from '../notifications/event-service.ts';
import { findConflicts, lockToursToMove, moveTours } from './tour-handover-repository.ts';
import { lockAgentTours } from './tour-repository.ts';

/**
 * Moves the upcoming tours of homes, or all of an agent, to another agent. One event suffices to
 * make the new agent's clients refetch the list.
 *
 * @returns the number of moved tours
 * @throws AppError CONFLICT with the tours that would overlap others; then nothing is moved
 */
export async function handOverTours(
  transaction: Database,
  filter: { propertyIds: readonly string[] } | { agentId: string },
  toAgentId: string,
  now: Date,
): Promise<number> {
  await lockAgentTours(transaction, toAgentId);
  const ids = await lockToursToMove(transaction, filter, toAgentId, now);
  if (ids.length === 0) return 0;
  const conflicts = await findConflicts(transaction, ids, toAgentId);
  if (conflicts.length > 0) {
    throw new AppError('CONFLICT', overlapText(conflicts), {
      conflicts: conflicts.map(({ id, propertyId, title, start, end }) => ({
        _id: id,
        property: { _id: propertyId, title },
        start: start.toISOString(),
        end: end.toISOString(),
      })),
    });
  }
  await moveTours(transaction, ids, toAgentId, now);
  await announceEvent(transaction, {
    userIds: [toAgentId],
    kind: 'tour',
    data: { _id: ids[0] },
    createdAt: now,
  });
  return ids.length;
}

/** Tours named in the error message; all are in `conflicts`. */
const MAX_NAMED_TOURS = 3;

/** Describes overlapping tours by home and time, for clients that do not show `conflicts`. */
function overlapText(conflicts: readonly { title: string; start: Date; timeZone: string }[]) {
  const names = conflicts
    .slice(0, MAX_NAMED_TOURS)
    .map(
      ({ title, start, timeZone }) => `${title} (${formatMoment(start.toISOString(), timeZone)})`,
    );
  const others = conflicts.length - names.length;
  const all = others > 0 ? [...names, `${others} more`] : names;
  return `Some tours overlap tours of the new agent: ${all.join('; ')}.`;
}
