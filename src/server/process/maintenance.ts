/** What the server tidies up while it runs. */

import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/database.ts';
import { endLeftGathering } from '../features/import/gathering-indexes-repository.ts';
import { sweepImages } from '../storage/image-service.ts';
import type { ImageStore } from '../storage/image-store.ts';

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Soon after the start and then every hour: removes unused pictures, and puts back the indexes that a killed import has
 * left switched. A failure is logged and tried again.
 */
export function startMaintenance(options: {
  db: Database;
  store: ImageStore;
  log: FastifyBaseLogger;
}): { stop: () => void } {
  const { db, store, log } = options;
  const sweep = async () => {
    try {
      const removed = await sweepImages({ db, store, now: new Date() });
      if (removed > 0) log.info({ removed }, 'Unused pictures were removed');
    } catch (error) {
      log.warn({ err: error }, 'Unused pictures could not be removed');
    }
  };
  const tidyIndexes = async () => {
    try {
      if (await endLeftGathering(db)) log.info('The indexes of a broken import were put back');
    } catch (error) {
      log.warn({ err: error }, 'The indexes of a broken import could not be put back');
    }
  };
  const tidy = () => {
    void sweep();
    void tidyIndexes();
  };
  const first = setTimeout(tidy, MINUTE_MS);
  const regular = setInterval(tidy, HOUR_MS);
  first.unref();
  regular.unref();
  return {
    stop: () => {
      clearTimeout(first);
      clearInterval(regular);
    },
  };
}
