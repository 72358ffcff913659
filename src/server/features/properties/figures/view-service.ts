/**
 * Buffers listing views in memory and writes them after a second (docs/product/figures.md, Views).
 */

import type { FastifyBaseLogger } from 'fastify';
import { isbot } from 'isbot';
import { can } from '#shared/permissions.ts';
import { createBatch } from '../../../concurrency/batch.ts';
import type { Database } from '../../../database/database.ts';
import { notFound } from '../../../errors/app-error.ts';
import type { SignedIn } from '../../../http/endpoints/authentication.ts';
import type { BufferedLimit } from '../../../http/limits/buffered-limit.ts';
import { addressKey } from '../../../http/limits/rate-limits.ts';
import { findViewedHomes, type View, type ViewedHome, writeViews } from './view-repository.ts';
import { createVisitorHash } from './visitor-hash.ts';

/** Views are written after this delay. */
const FLUSH_DELAY_MS = 1_000;
/** The maximum number of buffered views while they cannot be written. Additional views are dropped. */
const MAX_BUFFERED_VIEWS = 100_000;

/** A view of a listing page that was visible for two seconds. */
export type PageView = {
  propertyId: string;
  ip: string;
  userAgent: string | undefined;
  /** Global Privacy Control. */
  hasGpc: boolean;
  actor: SignedIn | undefined;
};

export function createViewService(options: {
  db: Database;
  perIp: BufferedLimit;
  now: () => Date;
  log: Pick<FastifyBaseLogger, 'warn'>;
}) {
  const { db, perIp, log } = options;
  const findHome = createBatch((ids) => findViewedHomes(db, ids));
  const hashVisitor = createVisitorHash(options);
  let buffered: View[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const views = buffered;
    buffered = [];
    try {
      if (views.length > 0) await writeViews(db, views);
      await perIp.flush();
    } catch (error) {
      log.warn({ err: error }, 'Could not write views; retrying');
      buffered = [...views, ...buffered].slice(0, MAX_BUFFERED_VIEWS);
      schedule();
    }
  }

  /** Writes the buffered views, after any running write. */
  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    await writing;
  }

  function schedule(): void {
    timer ??= setTimeout(() => void flush(), FLUSH_DELAY_MS);
  }

  return {
    /**
     * Counts a view. Ignores bots, requests without a user agent, visitors with GPC, admins, the listing's
     * agent, and the managers of the agent's office.
     *
     * @throws AppError NOT_FOUND for listings that visitors cannot see, TOO_MANY_REQUESTS
     */
    async count({ propertyId, ip, userAgent, hasGpc, actor }: PageView): Promise<void> {
      const client = addressKey(ip);
      perIp.consume(client);
      schedule();
      const home = await findHome(propertyId);
      if (home === undefined) throw notFound('Property not found.');
      if (hasGpc || userAgent === undefined || isbot(userAgent) || isManager(actor, home)) return;
      const { day, hash } = await hashVisitor({ client, userAgent, propertyId });
      if (buffered.length < MAX_BUFFERED_VIEWS) buffered.push({ propertyId, day, hash });
      schedule();
    },

    flush,

    /** Writes the buffered views when the server closes. */
    async close(): Promise<void> {
      await flush();
      clearTimeout(timer);
    },
  };
}

/** Returns whether the viewer manages the listing. */
function isManager(actor: SignedIn | undefined, home: ViewedHome): boolean {
  if (actor === undefined) return false;
  // Former agents still own their listings.
  return actor._id === home.agentId || can(actor, 'figures:read', home);
}
