/** A listing's figures, for its agent, their manager, and admins (docs/product/figures.md). */

import { can } from '#shared/permissions.ts';
import type { Figures, SimilarFigures } from '#shared/schemas/properties/property-figures.ts';
import type { Database } from '../../../database/database.ts';
import { notFound } from '../../../errors/app-error.ts';
import type { SignedIn } from '../../../http/endpoints/authentication.ts';
import {
  type FiguredHome,
  findFiguredHome,
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

  /** Throws the same error for a missing listing as for another agent's. */
  async function findOwn(actor: SignedIn, id: string): Promise<FiguredHome> {
    const home = await findFiguredHome(db, id);
    if (home === undefined || !can(actor, 'figures:read', home))
      throw notFound('Property not found.');
    await flushViews();
    return home;
  }

  return {
    /** @throws AppError NOT_FOUND, including for another agent's listing */
    async read(actor: SignedIn, id: string, count: number): Promise<Figures> {
      await findOwn(actor, id);
      const days = await readFigures(db, id, { today: dayOf(now()), count });
      const total = (name: 'views' | 'saves' | 'inquiries' | 'tours') =>
        days.reduce((sum, day) => sum + day[name], 0);
      return {
        days,
        totals: {
          views: total('views'),
          saves: total('saves'),
          inquiries: total('inquiries'),
          tours: total('tours'),
        },
      };
    },

    /** @throws AppError NOT_FOUND, including for another agent's listing */
    async readSimilar(actor: SignedIn, id: string, count: number): Promise<SimilarFigures> {
      const home = await findOwn(actor, id);
      return readSimilarFigures(db, home, { today: dayOf(now()), count });
    },
  };
}
