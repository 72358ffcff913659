/** Coming tours that go to another agent with their homes (docs/product/offices.md, Reassigning). */

import { formatMoment } from '#shared/format/time-spans.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Database } from '../../database/database.ts';
import { announceEvent } from '../notifications/event-service.ts';
import { findConflicts, lockToursToMove, moveTours } from './tour-handover-repository.ts';
import { lockAgentTours } from './tour-repository.ts';

/**
 * Moves the coming tours of homes, or all that an agent gives, to another agent. One event is enough for the new agent
 * to refetch the list.
 *
 * @returns how many
 * @throws AppError CONFLICT with the tours that would overlap others; then nothing is moved
 */
export async function handOverTours(
  transaction: Database,
  which: { propertyIds: readonly string[] } | { agentId: string },
  toAgentId: string,
  now: Date,
): Promise<number> {
  await lockAgentTours(transaction, toAgentId);
  const ids = await lockToursToMove(transaction, which, toAgentId, now);
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

/** Tours that the message of a refusal names; the rest are in `conflicts`. */
const NAMED = 3;

/** Says which tours overlap, by home and time, for people who read no `conflicts`. */
function overlapText(conflicts: readonly { title: string; start: Date; timeZone: string }[]) {
  const names = conflicts
    .slice(0, NAMED)
    .map(
      ({ title, start, timeZone }) => `${title} (${formatMoment(start.toISOString(), timeZone)})`,
    );
  const others = conflicts.length - names.length;
  const all = others > 0 ? [...names, `${others} more`] : names;
  return `Some tours overlap tours of the new agent: ${all.join('; ')}.`;
}
