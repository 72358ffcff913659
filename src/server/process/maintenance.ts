/** Periodic cleanup while the server is running. */

import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/database.ts';
import { removeLeftovers } from '../http/bodies/upload-folder.ts';
import { removeOldEmails } from '../mail/mail-files.ts';
import { sweepImages } from '../storage/image-service.ts';
import type { ImageStore } from '../storage/image-store.ts';

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Soon after startup and then every hour, deletes unused pictures, old emails in files, and uploads
 * left by a crash. What could not be deleted is deleted the next time.
 */
export function startMaintenance(options: {
  db: Database;
  store: ImageStore;
  /** The folder where emails are written when no mail server is configured. */
  mailFolder: string;
  /** The folder where uploads are stored while they are received. */
  uploadFolder: string;
  log: FastifyBaseLogger;
}): { stop: () => void } {
  const { db, store, mailFolder, uploadFolder, log } = options;
  const sweep = async () => {
    try {
      const removedCount = await sweepImages({ db, store, now: new Date() });
      if (removedCount > 0) log.info({ removed: removedCount }, 'Unused pictures were removed');
    } catch (error) {
      log.warn({ err: error }, 'Unused pictures could not be removed');
    }
    try {
      await removeOldEmails(mailFolder, new Date());
    } catch (error) {
      log.warn({ err: error }, 'Old emails in files could not be removed');
    }
    await removeLeftovers(uploadFolder);
  };
  const first = setTimeout(() => void sweep(), MINUTE_MS);
  const regular = setInterval(() => void sweep(), HOUR_MS);
  first.unref();
  regular.unref();
  return {
    stop: () => {
      clearTimeout(first);
      clearInterval(regular);
    },
  };
}
