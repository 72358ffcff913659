/** Counts views of listings (docs/product/figures.md, Views): in memory, and written together every second. */

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

/** How long views wait to be written together. */
const FLUSH_MS = 1_000;
/** Views that wait while the database is away; more are not counted. */
const MAX_WAITING = 100_000;

/** A page that has been visible for two seconds. */
export type SeenPage = {
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
  let waiting: View[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const views = waiting;
    waiting = [];
    try {
      if (views.length > 0) await writeViews(db, views);
      await perIp.flush();
    } catch (error) {
      log.warn({ err: error }, 'Views could not be counted; they are tried again');
      waiting = [...views, ...waiting].slice(0, MAX_WAITING);
      schedule();
    }
  }

  /** Writes what waits, after what is being written. */
  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    await writing;
  }

  function schedule(): void {
    timer ??= setTimeout(() => void flush(), FLUSH_MS);
  }

  return {
    /**
     * Counts a view, unless a robot or someone who manages the listing has seen the page, or the visitor objects.
     *
     * @throws AppError NOT_FOUND for a listing that visitors cannot see, TOO_MANY_REQUESTS
     */
    async count({ propertyId, ip, userAgent, hasGpc, actor }: SeenPage): Promise<void> {
      const client = addressKey(ip);
      perIp.consume(client);
      schedule();
      const home = await findHome(propertyId);
      if (home === undefined) throw notFound('Property not found.');
      if (hasGpc || userAgent === undefined || isbot(userAgent) || isOwn(actor, home)) return;
      const { day, hash } = await hashVisitor({ client, userAgent, propertyId });
      if (waiting.length < MAX_WAITING) waiting.push({ propertyId, day, hash });
      schedule();
    },

    flush,

    /** Writes what waits; nothing is counted afterwards. */
    async close(): Promise<void> {
      await flush();
      clearTimeout(timer);
    },
  };
}

/** Whether those who manage the listing look at it themselves. */
function isOwn(actor: SignedIn | undefined, home: ViewedHome): boolean {
  if (actor === undefined) return false;
  // A former agent still has the listings.
  return actor._id === home.agentId || can(actor, 'figures:read', home);
}
