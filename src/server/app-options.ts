/** The server's dependencies. The caller of `buildApp` reads settings and opens connections. */

import type { FastifyInstance, FastifyServerFactory } from 'fastify';
import type { PublicSettings } from '#shared/site/page-request.ts';
import type { PageSite } from '#shared/site/page-site.ts';
import type { Database } from './database/database.ts';
import type { Passwords } from './features/accounts/password.ts';
import type { EventHub } from './features/notifications/event-hub.ts';
import type { ResponseCache } from './cache/response-cache.ts';
import type { LoadLimits } from './http/limits/load-limits.ts';
import type { UploadLimits } from './http/bodies/upload-limits.ts';
import type { CreateLimiter, RateLimits } from './http/limits/rate-limits.ts';
import type { AppMetrics } from './metrics/app-metrics.ts';
import type { DataKey } from './storage/data-key.ts';
import type { FreeBytes } from './storage/free-disk.ts';
import type { ImageStore } from './storage/image-store.ts';
import type { PageRenderer } from './pages/page-renderer.ts';

/** The context of the development server's routes. */
export type DevContext = Pick<
  AppOptions,
  'db' | 'images' | 'dataKey' | 'importFolder' | 'contactEmail' | 'publicSettings'
> & {
  readSite: () => Promise<PageSite>;
};

/** The options of `buildApp`. */
export type AppOptions = {
  db: Database;
  /** Serves public reads: the replicas, or `db` if there are none. */
  readDb: Database;
  /** Runs a function whose reads from `readDb` go to the primary. Absent without replicas. */
  readPrimary?: (run: () => void) => void;
  /**
   * Pings the database on a separate connection, so that load on `db` does not delay it. By default,
   * uses `db`.
   */
  pingDatabase?: () => Promise<void>;
  images: ImageStore;
  /** Encrypts the secrets in the database. */
  dataKey: DataKey;
  /** The folder for uploads while they are processed; the system's temporary folder if absent. */
  uploadFolder?: string;
  /** The folder for the files of unfinished imports; on the same disk as `uploadFolder`. */
  importFolder: string;
  /** Whether emails are sent and not just written to files (README.md, Settings: SMTP_URL). */
  canSendMail: boolean;
  /** Also receives contact messages by email (README.md, Settings: CONTACT_EMAIL). */
  contactEmail: string | undefined;
  /** Defaults to argon2id. Tests replace it to count calls. */
  passwords?: Passwords;
  createLimiter: CreateLimiter;
  rateLimits: RateLimits;
  /** The cache of public responses; the caller notifies it of changes. */
  responseCache: ResponseCache;
  /** The open event streams; the database listener sends them events. */
  events: EventHub;
  /** The geocoder's search API (README.md, Settings: GEOCODER_URL). */
  geocoderUrl?: string | undefined;
  /**
   * Whether webhooks can target private addresses, and this machine without TLS (README.md, Settings:
   * WEBHOOK_ALLOW_PRIVATE); default false.
   */
  allowsPrivateWebhooks?: boolean;
  /** Returns the current time. */
  now: () => Date;
  publicSettings: PublicSettings;
  /** Whether demo accounts can sign in (docs/product/accounts.md, Demo accounts). */
  isDemoAllowed: boolean;
  /** Whether demo accounts were enabled explicitly; otherwise they work on this machine only. */
  isDemoRequested?: boolean;
  /** The number of proxies in front of the server (README.md, Settings: TRUST_PROXY). */
  trustProxy: number;
  corsOrigins: readonly string[];
  version: string;
  /** Level of the JSON log on standard output. */
  logLevel: string;
  /** Receives log lines instead of standard output. */
  logStream?: { write: (line: string) => void };
  /** Collects request metrics. */
  metrics?: AppMetrics;
  /** Overrides the limits of load-limits.ts. */
  loadLimits?: LoadLimits;
  /** The interval between log lines that count shed requests, in milliseconds; see shed-log.ts. */
  shedLogMs?: number;
  /** Overrides UPLOAD_LIMITS. */
  uploadLimits?: Partial<UploadLimits>;
  /** Returns the free bytes on the upload folder's disk. By default, asks the operating system. */
  freeDiskBytes?: FreeBytes;
  /**
   * The pages and the folder of their built files, which is null if another server sends them; `pages`
   * is null for an API without pages.
   */
  pages: { render: PageRenderer; filesFolder: string | null } | null;
  /**
   * Creates the HTTP server, for example to run a handler before the app. Defaults to
   * `createHttpServer`.
   */
  serverFactory?: FastifyServerFactory;
  /** Adds routes for development only. */
  addDevRoutes?: (app: FastifyInstance, context: DevContext) => void;
};
