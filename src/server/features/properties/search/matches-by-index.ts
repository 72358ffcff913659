/** `matches` for statements that collect or count all: conditions as the index says them that `planMatch` chose. */

import { type RawBuilder, sql } from 'kysely';
import { lookedAtBesidePositions } from './bitmaps/beside-positions.ts';
import { planMatch } from './plan/plan-match.ts';
import { AVAILABLE, AVAILABLE_FOR_WORDS, inEachListing } from './planner-hints.ts';
import { type SearchConditions, toParts } from './search-conditions.ts';

/** As the entries of the index of words say it. */
export const isOfKind = (kinds: RawBuilder<unknown>) =>
  sql`search_kinds(p.status, p.property_type, p.bedrooms) @> ${kinds}`;

export function matchesByIndex(conditions: SearchConditions): RawBuilder<unknown> {
  const { words, ...facts } = conditions;
  const plan = planMatch(conditions);
  const all = (parts: RawBuilder<unknown>[]) => sql.join(parts, sql` and `);
  const checked =
    words?.checked === undefined ? [] : [inEachListing(sql`p.search @@ (${words.checked})`)];
  if (plan.by === 'any index') {
    const lookedAt = lookedAtBesidePositions(conditions);
    return all([
      AVAILABLE,
      ...checked,
      ...plan.plainly.flatMap((name) =>
        lookedAt.has(name) ? toParts(facts, [name]).map(inEachListing) : toParts(facts, [name]),
      ),
    ]);
  }
  return all([
    AVAILABLE_FOR_WORDS,
    ...(plan.isJoined ? [AVAILABLE] : []),
    ...(plan.kind === null ? [] : [isOfKind(sql`array[${plan.kind}]::text[]`)]),
    ...(words?.indexed === undefined ? [] : [sql`p.search @@ (${words.indexed})`]),
    ...checked,
    ...toParts(facts, plan.plainly),
    ...toParts(facts, plan.inEach).map(inEachListing),
  ]);
}
