/**
 * Moves upcoming tours from one agent to another (docs/product/offices.md, Reassigning).
 */

import { formatShortDateTime } from '#shared/format/time-spans.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Database } from '../../database/database.ts';
import { announceEvent } from '../notifications/event-service.ts';
import { findConflicts, lockToursToMove, moveTours } from './tour-reassign-repository.ts';
import { type HomeOfAgent, lockAgentTours } from './tour-repository.ts';

/**
 * Moves upcoming tours to another agent: either the tours of homes that are still with the homes' previous
 * agents, or all upcoming tours of one agent. Tours that the new agent booked as a visitor do not move. A single
 * event makes the new agent's clients fetch the list again.
 *
 * @returns the number of moved tours
 * @throws AppError CONFLICT with the tours that would overlap, and moves none
 */
export async function reassignTours(
  transaction: Database,
  filter: { homes: readonly HomeOfAgent[] } | { agentId: string },
  toAgentId: string,
  now: Date,
): Promise<number> {
  await lockAgentTours(transaction, toAgentId);
  const ids = await lockToursToMove(transaction, filter, toAgentId, now);
  if (ids.length === 0) return 0;
  const conflicts = await findConflicts(transaction, ids, toAgentId);
  if (conflicts.length > 0) {
    throw new AppError('CONFLICT', toOverlapMessage(conflicts), {
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

/** Maximum number of tours named in the error message. All are in `conflicts`. */
const MAX_NAMED_TOURS = 3;

/** Describes overlapping tours by home and time, for clients that ignore `conflicts`. */
function toOverlapMessage(conflicts: readonly { title: string; start: Date; timeZone: string }[]) {
  const names = conflicts
    .slice(0, MAX_NAMED_TOURS)
    .map(
      ({ title, start, timeZone }) =>
        `${title} (${formatShortDateTime(start.toISOString(), timeZone)})`,
    );
  const otherCount = conflicts.length - names.length;
  const all = otherCount > 0 ? [...names, `${otherCount} more`] : names;
  return `Some tours would overlap other tours of the new agent: ${all.join('; ')}.`;
}
