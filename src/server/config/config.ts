/**
 * Defines every setting (README.md, Settings), its default, and its validation. No other code reads settings from the
 * environment.
 */

import { BlockList, isIP } from 'node:net';
import { z } from 'zod';
import { MAX_LOAN_RATE, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#shared/limits.ts';
import { type CostRates, DEFAULT_COST_RATES } from '#shared/monthly-cost.ts';
import {
  choice,
  email,
  host,
  integer,
  key256,
  keyPrefix,
  list,
  optional,
  optionalSecret,
  origin,
  percent,
  sender,
  serverUrl,
  siteUrl,
  text,
  tileTemplates,
  withDefault,
} from './config-values.ts';
import { StartError } from '../errors/start-error.ts';

/** Thrown for an invalid setting or combination. The message is one line that names the setting. */
export class ConfigError extends StartError {
  override name = 'ConfigError';
  /** The environment variable. */
  readonly setting: string;

  constructor(setting: string, problem: string) {
    super(`${setting} ${problem}.`);
    this.setting = setting;
  }
}

const OPENSTREETMAP_TILES = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png';

const postgresUrl = serverUrl(['postgres', 'postgresql'], 'postgres://user:password@host/database');

const environmentSchema = z.object({
  HOST: withDefault(host, '127.0.0.1'),
  PORT: withDefault(integer(0, 65_535), '3000'),
  PUBLIC_URL: optional(siteUrl),
  DATA_DIR: optional(text),
  DATA_KEY: optional(key256),
  DATABASE_URL: optional(postgresUrl),
  DATABASE_REPLICA_URLS: optional(list(postgresUrl)),
  WEB_CONCURRENCY: withDefault(integer(1, 64), '1'),
  DEMO: optional(choice(['0', '1'])),
  ADMIN_EMAIL: optional(email),
  ADMIN_PASSWORD: optionalSecret(
    text
      .min(MIN_PASSWORD_LENGTH, passwordLengthProblem())
      .max(MAX_PASSWORD_LENGTH, passwordLengthProblem()),
  ),
  SMTP_URL: optional(serverUrl(['smtp', 'smtps'], 'smtp://user:password@host:587')),
  MAIL_FROM: optional(sender),
  CONTACT_EMAIL: optional(email),
  JOBS: withDefault(choice(['0', '1']), '1'),
  INQUIRY_KEEP_DAYS: withDefault(integer(1, 36_500), '730'),
  ALERT_DELAY_S: withDefault(integer(0, 86_400), '60'),
  ALERT_PAUSE_S: withDefault(integer(0, 86_400), '900'),
  S3_BUCKET: optional(text),
  S3_ENDPOINT: optional(serverUrl(['http', 'https'], 'https://s3.example.org')),
  S3_REGION: optional(text),
  S3_ACCESS_KEY_ID: optional(text),
  S3_SECRET_ACCESS_KEY: optionalSecret(text),
  S3_PREFIX: optional(keyPrefix),
  REDIS_URL: optional(serverUrl(['redis', 'rediss'], 'redis://user:password@host:6379')),
  CORS_ORIGINS: optional(list(origin)),
  RESPONSE_CACHE_MB: withDefault(integer(0, 16_384), '64'),
  RESPONSE_CACHE_STALE_S: withDefault(integer(0, 60), '5'),
  MAP_TILE_URL: withDefault(tileTemplates, OPENSTREETMAP_TILES),
  GEOCODER_URL: optional(serverUrl(['http', 'https'], 'https://host/search')),
  WEBHOOK_ALLOW_PRIVATE: withDefault(choice(['0', '1']), '0'),
  MORTGAGE_RATE: withDefault(percent(MAX_LOAN_RATE), String(DEFAULT_COST_RATES.mortgageRate)),
  PROPERTY_TAX_RATE: withDefault(percent(100), String(DEFAULT_COST_RATES.propertyTaxRate)),
  HOME_INSURANCE_RATE: withDefault(percent(100), String(DEFAULT_COST_RATES.homeInsuranceRate)),
  CARD_AREA: optional(choice(['fixed', 'actual'])),
  TRUST_PROXY: withDefault(integer(0, 20), '0'),
  METRICS_PORT: optional(integer(0, 65_535)),
  METRICS_HOST: withDefault(host, '127.0.0.1'),
  LOG_LEVEL: withDefault(
    choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'info',
  ),
});

function passwordLengthProblem(): string {
  return `must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`;
}

type Environment = z.infer<typeof environmentSchema>;

/** The names of all settings, so that tests and benchmarks can remove them from a process's environment. */
export const SETTING_NAMES: readonly string[] = Object.keys(environmentSchema.shape);

/** The bucket for images, if they are not stored in the data folder. */
export type S3Config = {
  bucket: string;
  /** `undefined` for Amazon S3. */
  endpoint: string | undefined;
  region: string;
  /** `undefined` for the AWS SDK's default credentials, such as the machine's role or a profile. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** The prefix of every key; ends with a slash unless it is empty. */
  prefix: string;
};

/** Every setting, validated (README.md, Settings). `undefined` means unset. */
export type Config = {
  host: string;
  /** 0 picks a free port. */
  port: number;
  /** Returns the base URL of links, without a trailing slash, for the port that is actually used. */
  publicUrlFor: (actualPort: number) => string;
  /** As configured; see `resolveDataDir`. */
  dataDir: string | undefined;
  /** Encrypts stored secrets; `undefined` to use the key file in `DATA_DIR`. */
  dataKey: Buffer | undefined;
  databaseUrl: string | undefined;
  databaseReplicaUrls: string[];
  webConcurrency: number;
  /** Whether an empty database gets demo data, and demo accounts can sign in. */
  isDemo: boolean;
  /** Whether demo data was requested explicitly, rather than by default. */
  isDemoRequested: boolean;
  /** Created at startup unless the email address is taken. */
  admin: { email: string; password: string } | undefined;
  smtpUrl: string | undefined;
  /** Returns the sender of outgoing email: the setting, or one derived from the public URL and the site's name. */
  mailFromFor: (publicUrl: string, siteName: string) => string | { name: string; address: string };
  contactEmail: string | undefined;
  /**
   * Whether both the database and the public URL are on this machine, so that mistakes affect no
   * one else.
   */
  isLocal: boolean;
  /** Whether this process runs background jobs. */
  hasJobs: boolean;
  /** How many days inquiries, tours, reports, and contact messages are stored. */
  inquiryKeepDays: number;
  /**
   * How long matches are collected for an instant alert, and the minimum interval between alerts
   * for the same search.
   */
  alertTimes: { delayMs: number; pauseMs: number };
  s3: S3Config | undefined;
  redisUrl: string | undefined;
  /** If empty, only the same origin is allowed. */
  corsOrigins: string[];
  /** 0 disables the cache. */
  responseCacheMb: number;
  /** The maximum age, in seconds, of an outdated response that a busy process sends. */
  responseCacheStaleS: number;
  /** One tile template, or two for light and dark mode, comma-separated. */
  mapTileUrl: string;
  /** The initial value of the policy `cardArea` (docs/product/policies.md); `undefined` for its default. */
  cardArea: 'fixed' | 'actual' | undefined;
  /** The geocoder's search API. */
  geocoderUrl: string | undefined;
  /** Whether webhooks can target private addresses, and this machine without TLS. */
  allowsPrivateWebhooks: boolean;
  /** Yearly rates in percent, used to estimate the monthly cost of a home. */
  costRates: CostRates;
  /** The number of proxies in front of the server. */
  trustProxy: number;
  metrics: { host: string; port: number } | undefined;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Warnings to log once at startup. */
  warnings: string[];
};

/**
 * Checks all settings and fills in the defaults.
 *
 * @param env usually `process.env`; other variables in it are ignored
 * @throws ConfigError for the first invalid setting
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = environmentSchema.safeParse(env);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(String(issue?.path[0]), issue?.message ?? 'cannot be used');
  }
  const settings = parsed.data;
  const isPublic = !isLoopback(settings.HOST) || !isLocalUrl(settings.PUBLIC_URL);
  return {
    host: settings.HOST,
    port: settings.PORT,
    publicUrlFor: (actualPort) => settings.PUBLIC_URL ?? `http://localhost:${actualPort}`,
    dataDir: settings.DATA_DIR,
    dataKey: settings.DATA_KEY,
    databaseUrl: settings.DATABASE_URL,
    databaseReplicaUrls: readReplicas(settings),
    webConcurrency: settings.WEB_CONCURRENCY,
    isDemo: settings.DEMO ? settings.DEMO === '1' : !settings.DATABASE_URL && !isPublic,
    isDemoRequested: settings.DEMO === '1',
    admin: readAdmin(settings),
    smtpUrl: settings.SMTP_URL,
    mailFromFor: (publicUrl, siteName) =>
      settings.MAIL_FROM ?? {
        name: siteName,
        address: `no-reply@${new URL(publicUrl).hostname}`,
      },
    contactEmail: settings.CONTACT_EMAIL,
    isLocal: isLocalUrl(settings.PUBLIC_URL) && isLocalDatabase(settings.DATABASE_URL),
    hasJobs: settings.JOBS === '1',
    inquiryKeepDays: settings.INQUIRY_KEEP_DAYS,
    alertTimes: {
      delayMs: settings.ALERT_DELAY_S * 1000,
      pauseMs: settings.ALERT_PAUSE_S * 1000,
    },
    s3: readS3(settings),
    redisUrl: settings.REDIS_URL,
    corsOrigins: settings.CORS_ORIGINS ?? [],
    responseCacheMb: settings.RESPONSE_CACHE_MB,
    responseCacheStaleS: settings.RESPONSE_CACHE_STALE_S,
    mapTileUrl: settings.MAP_TILE_URL,
    geocoderUrl: settings.GEOCODER_URL,
    allowsPrivateWebhooks: settings.WEBHOOK_ALLOW_PRIVATE === '1',
    cardArea: settings.CARD_AREA,
    costRates: {
      mortgageRate: settings.MORTGAGE_RATE,
      propertyTaxRate: settings.PROPERTY_TAX_RATE,
      homeInsuranceRate: settings.HOME_INSURANCE_RATE,
    },
    trustProxy: settings.TRUST_PROXY,
    metrics: readMetrics(settings),
    logLevel: settings.LOG_LEVEL,
    warnings:
      settings.DEMO === '1' && isPublic
        ? [
            'DEMO=1 on a server that others can reach: anyone can sign in with the published demo passwords.',
          ]
        : [],
  };
}

function readReplicas(settings: Environment): string[] {
  if (settings.DATABASE_REPLICA_URLS && !settings.DATABASE_URL) {
    throw new ConfigError(
      'DATABASE_REPLICA_URLS',
      'needs DATABASE_URL: the embedded database has no replicas',
    );
  }
  return settings.DATABASE_REPLICA_URLS ?? [];
}

function readAdmin({ ADMIN_EMAIL, ADMIN_PASSWORD }: Environment): Config['admin'] {
  if (ADMIN_EMAIL === undefined && ADMIN_PASSWORD === undefined) return undefined;
  if (ADMIN_EMAIL === undefined)
    throw new ConfigError('ADMIN_EMAIL', 'is required if ADMIN_PASSWORD is set');
  if (ADMIN_PASSWORD === undefined)
    throw new ConfigError('ADMIN_PASSWORD', 'is required if ADMIN_EMAIL is set');
  return { email: ADMIN_EMAIL, password: ADMIN_PASSWORD };
}

function readS3(settings: Environment): S3Config | undefined {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_PREFIX } =
    settings;
  const others = { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_PREFIX };
  if (S3_BUCKET === undefined) {
    const firstSet = Object.entries(others).find(([, value]) => value !== undefined);
    if (firstSet) throw new ConfigError('S3_BUCKET', `is required if ${firstSet[0]} is set`);
    return undefined;
  }
  if (S3_ENDPOINT === undefined && S3_REGION === undefined) {
    throw new ConfigError(
      'S3_REGION',
      'is required if S3_BUCKET is set (or S3_ENDPOINT, for a server other than Amazon’s)',
    );
  }
  return {
    bucket: S3_BUCKET,
    endpoint: S3_ENDPOINT,
    region: S3_REGION ?? 'us-east-1',
    credentials: readCredentials(settings),
    prefix: S3_PREFIX === undefined ? '' : `${S3_PREFIX}/`,
  };
}

function readCredentials(settings: Environment): S3Config['credentials'] {
  const { S3_ENDPOINT, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = settings;
  if (id === undefined && secret === undefined && S3_ENDPOINT === undefined) return undefined;
  const otherSetting = S3_ENDPOINT === undefined ? 'the other key' : 'S3_ENDPOINT';
  if (id === undefined)
    throw new ConfigError('S3_ACCESS_KEY_ID', `is required if ${otherSetting} is set`);
  if (secret === undefined)
    throw new ConfigError('S3_SECRET_ACCESS_KEY', `is required if ${otherSetting} is set`);
  return { accessKeyId: id, secretAccessKey: secret };
}

function readMetrics({ METRICS_PORT, METRICS_HOST, PORT }: Environment): Config['metrics'] {
  if (METRICS_PORT === undefined) return undefined;
  if (METRICS_PORT === PORT && PORT !== 0)
    throw new ConfigError('METRICS_PORT', 'must differ from PORT');
  return { host: METRICS_HOST, port: METRICS_PORT };
}

const loopbackAddresses = new BlockList();
loopbackAddresses.addSubnet('127.0.0.0', 8, 'ipv4');
loopbackAddresses.addAddress('::1', 'ipv6');

/** Returns whether only this machine can reach the address: `localhost`, its subdomains, 127.0.0.0/8, and ::1. */
export function isLoopback(address: string): boolean {
  const name = address.toLowerCase();
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  const version = isIP(name);
  return version !== 0 && loopbackAddresses.check(name, version === 4 ? 'ipv4' : 'ipv6');
}

/** Returns whether the database is embedded, behind a socket, or at a loopback address. */
function isLocalDatabase(url: string | undefined): boolean {
  if (url === undefined) return true;
  const { hostname, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  return host === '' || host.startsWith('/') || isLoopback(host.replace(/^\[|\]$/g, ''));
}

function isLocalUrl(url: string | undefined): boolean {
  return url === undefined || isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ''));
}
