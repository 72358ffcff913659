/**
 * Returns a listing's figures to its agent, the managers of the agent's office, and admins
 * (docs/product/figures.md).
 */

import { can } from '#shared/permissions.ts';
import type { Figures, SimilarFigures } from '#shared/schemas/properties/property-figures.ts';
import type { Database } from '../../../database/database.ts';
import { notFound } from '../../../errors/app-error.ts';
import type { SignedIn } from '../../../http/endpoints/authentication.ts';
import {
  type FiguresListing,
  findFiguresListing,
  readFigures,
  readSimilarFigures,
} from './figures-repository.ts';
import { dayOf } from './visitor-hash.ts';

export function createFiguresService(options: {
  db: Database;
  now: () => Date;
  /** Writes the views that this process has buffered. */
  flushViews: () => Promise<void>;
}) {
  const { db, now, flushViews } = options;

  /**
   * Returns a listing after writing the buffered views. Throws the same error for nonexistent listings and
   * listings whose figures the actor cannot read.
   */
  async function getReadableListing(actor: SignedIn, id: string): Promise<FiguresListing> {
    const home = await findFiguresListing(db, id);
    if (home === undefined || !can(actor, 'figures:read', home))
      throw notFound('Property not found.');
    await flushViews();
    return home;
  }

  return {
    /** @throws AppError NOT_FOUND, including for another agent's listing */
    async read(actor: SignedIn, id: string, count: number): Promise<Figures> {
      await getReadableListing(actor, id);
      const days = await readFigures(db, id, { today: dayOf(now()), count });
      const sumOf = (name: 'views' | 'saves' | 'inquiries' | 'tours') =>
        days.reduce((sum, day) => sum + day[name], 0);
      return {
        days,
        totals: {
          views: sumOf('views'),
          saves: sumOf('saves'),
          inquiries: sumOf('inquiries'),
          tours: sumOf('tours'),
        },
      };
    },

    /** @throws AppError NOT_FOUND, including for another agent's listing */
    async readSimilar(actor: SignedIn, id: string, count: number): Promise<SimilarFigures> {
      const home = await getReadableListing(actor, id);
      return readSimilarFigures(db, home, { today: dayOf(now()), count });
    },
  };
}
