/** The dependencies of the server; its caller reads settings and opens connections. */

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
import type { ImageStore } from './storage/image-store.ts';
import type { PageRenderer } from './pages/page-renderer.ts';

/** The context of the development server's routes. */
export type DevContext = Pick<
  AppOptions,
  'db' | 'images' | 'dataKey' | 'importFolder' | 'contactEmail' | 'publicSettings'
> & {
  readSite: () => Promise<PageSite>;
};

/** Everything the server works with. */
export type AppOptions = {
  db: Database;
  /** Where public reads go: a replica where there is one, else the same as `db`. */
  readDb: Database;
  /** Calls a function whose reads from `readDb` go to the primary; absent where there are no replicas. */
  readPrimary?: (run: () => void) => void;
  /** Pings the database on a connection that load on `db` does not delay; defaults to `db`. */
  pingDatabase?: () => Promise<void>;
  images: ImageStore;
  /** Encrypts the secrets in the database. */
  dataKey: DataKey;
  /** Where uploads wait while they are taken; the system's temporary folder if absent. */
  uploadFolder?: string;
  /** Where the files of imports are until they have ended; on the same disk as `uploadFolder`. */
  importFolder: string;
  /** Whether emails reach people, and are not only written as files (README.md, Settings: SMTP_URL). */
  sendsMail: boolean;
  /** Where contact messages also go by mail (README.md, Settings: CONTACT_EMAIL). */
  contactEmail: string | undefined;
  /** argon2id if absent; tests count the calls. */
  passwords?: Passwords;
  createLimiter: CreateLimiter;
  rateLimits: RateLimits;
  /** The cache of public responses; the caller notifies it of changes. */
  responseCache: ResponseCache;
  /** The open event streams; the listener of the database passes events to them. */
  events: EventHub;
  /** The search API for the positions of addresses (README.md, Settings: GEOCODER_URL). */
  geocoderUrl?: string | undefined;
  /** Whether webhooks may be at private addresses (README.md, Settings: WEBHOOK_ALLOW_PRIVATE); false if absent. */
  allowsPrivateWebhooks?: boolean;
  /** The clock. */
  now: () => Date;
  publicSettings: PublicSettings;
  /** Whether demo accounts may sign in (docs/product/accounts.md, Demo accounts). */
  allowDemo: boolean;
  /** Whether demo accounts were enabled explicitly; otherwise they work on this machine only. */
  isDemoAsked?: boolean;
  /** The number of proxies in front (README.md, Settings: TRUST_PROXY). */
  trustProxy: number;
  corsOrigins: readonly string[];
  version: string;
  /** Level of the JSON log on standard output. */
  logLevel: string;
  /** Takes the log's lines instead of standard output. */
  logStream?: { write: (line: string) => void };
  /** Counts the requests. */
  metrics?: AppMetrics;
  /** How much at once, instead of the numbers of load-limits.ts. */
  loadLimits?: LoadLimits;
  /** How long what is refused is counted before the log has a line of it, in milliseconds; see shed-log.ts. */
  shedLogMs?: number;
  /** How much may be uploaded at once, instead of UPLOAD_LIMITS. */
  uploadLimits?: Partial<UploadLimits>;
  /** Free bytes where uploads wait; asks the system if absent. */
  freeDiskBytes?: (folder: string) => Promise<number>;
  /** The pages and the folder of their built files; null for an API without pages. */
  pages: { render: PageRenderer; filesFolder: string | null } | null;
  /** Creates the HTTP server, for something that has to stand before the app; Fastify's own if absent. */
  serverFactory?: FastifyServerFactory;
  /** Adds what only those who develop may see; nothing in production. */
  addDevRoutes?: (app: FastifyInstance, context: DevContext) => void;
};
