/** Runs searches as `planSearch` says, and remembers what they cost to find out. */

import type { CostRates } from '#shared/monthly-cost.ts';
import type { Database } from '../../../database/database.ts';
import type { RawJson } from '../../../http/endpoints/raw-json.ts';
import { createCountBits } from './bitmaps/bit-counts.ts';
import { createReadTerms } from './bitmaps/bitmap-terms.ts';
import { findByKeptPlan } from './kept-plans.ts';
import { type CountPlan, type Known, planSearch, type Question } from './plan/plan-search.ts';
import { createCountProperties, type MatchChanges } from './property-counts.ts';
import { createFindPlace } from './property-places.ts';
import { areFew, findIds } from './search-statements.ts';

/** Who asks. */
export type Asker = {
  /** Whether they may have changed listings of which this process has not heard yet, and must see it all the same. */
  bypassCache: boolean;
};

/** The identifiers of a page, in order, and how many listings match. */
export type FoundPage = {
  ids: string[];
  total: number;
  /** The listings themselves, where the statement that found them has read them, too. */
  properties?: RawJson;
};

/** No filters: all available listings. */
const EVERYTHING: CountPlan = { conditions: {} };

/** @param options see createCountProperties and createCountBits */
export function createRunSearch(
  db: Database,
  options: {
    now: () => number;
    cacheVersion: () => number | null;
    changes?: MatchChanges;
    costRates?: CostRates;
    waitMs?: number | undefined;
  },
): (question: Question, asker: Asker) => Promise<FoundPage> {
  const readTerms = createReadTerms(options.now);
  const countBits = createCountBits(options);
  const count = createCountProperties(options);
  const findPlace = createFindPlace(options);

  const countBoth = async (plan: CountPlan, withAvailable: boolean, asker: Asker) => {
    const [total, available] = await Promise.all([
      count(db, plan, asker),
      // An older number does as well.
      withAvailable ? count(db, EVERYTHING) : 0,
    ]);
    return { total, available };
  };

  return async (question, asker) => {
    // A user who changes listings sees every page as it is now.
    const terms = await readTerms(db);
    const known: Known = asker.bypassCache ? { terms, place: null } : { terms };
    for (;;) {
      const plan = planSearch(question, known);
      if (plan.next === 'count bits') {
        known.bits = await countBits(db, plan, asker);
      } else if (plan.next === 'see whether few') {
        known.areFew = await areFew(db, question.conditions, plan.few);
      } else if (plan.next === 'count') {
        known.counts = await countBoth(plan, plan.withAvailable, asker);
      } else if (plan.next === 'find place') {
        known.place = (await findPlace(db, plan.conditions, question.sort, plan.offset)) ?? null;
      } else {
        const { page, conditions } = plan;
        const total = (plan.counts ?? known.counts)?.total ?? 0;
        if (page.way !== 'by kept plan')
          return { ids: await findIds(db, { ...question, conditions }, page), total };
        const asked = { ...question, conditions };
        const found = await findByKeptPlan(db, asked, page.kept, options.now());
        const wanted = 'wanted' in page.kept ? page.kept.wanted : 0;
        if (found.ids.length >= wanted) return { ...found, total };
        known.isKeptPlanShort = true;
      }
    }
  };
}
