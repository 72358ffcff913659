import { describe, expect, test } from 'vitest';
import { ConfigError, isLoopback, readConfig } from './config.ts';

const defaults = readConfig({});

/** Returns the error message for invalid settings, or `accepted`. */
function errorOf(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'accepted';
}

test('has the documented defaults', () => {
  const { publicUrlFor, mailFromFor, ...rest } = defaults;
  expect(rest).toEqual({
    host: '127.0.0.1',
    port: 3000,
    dataDir: undefined,
    dataKey: undefined,
    databaseUrl: undefined,
    databaseReplicaUrls: [],
    webConcurrency: 1,
    isDemo: true,
    isDemoRequested: false,
    admin: undefined,
    smtpUrl: undefined,
    contactEmail: undefined,
    isLocal: true,
    hasJobs: true,
    inquiryKeepDays: 730,
    alertTimes: { delayMs: 60_000, pauseMs: 900_000 },
    s3: undefined,
    redisUrl: undefined,
    corsOrigins: [],
    responseCacheMb: 64,
    responseCacheStaleS: 5,
    mapTileUrl: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    cardArea: undefined,
    allowsPrivateWebhooks: false,
    costRates: { mortgageRate: 6.5, propertyTaxRate: 1.1, homeInsuranceRate: 0.35 },
    trustProxy: 0,
    metrics: undefined,
    logLevel: 'info',
    warnings: [],
  });
  expect(publicUrlFor(41_234)).toBe('http://localhost:41234');
  expect(mailFromFor('https://homes.example.org', 'Oak, Inc.')).toEqual({
    name: 'Oak, Inc.',
    address: 'no-reply@homes.example.org',
  });
});

test('treats blank values as absent and ignores unrelated variables', () => {
  const { publicUrlFor, mailFromFor, ...rest } = readConfig({
    PORT: '',
    HOST: '  ',
    S3_BUCKET: '',
    HOME: '/',
  });
  expect(rest).toEqual({ ...defaults, publicUrlFor: undefined, mailFromFor: undefined });
  expect([publicUrlFor, mailFromFor]).toHaveLength(2);
});

const postgres = 'postgres://someone:secret@db.example.org:5432/homes';
const replicas = `${postgres}, postgresql://other/homes`;

/** Setting, valid value, how to read it back, expected result, invalid values. */
const cases: [string, string, (config: typeof defaults) => unknown, unknown, string[]][] = [
  [
    'DATA_KEY',
    `${'A'.repeat(43)}=`,
    (c) => c.dataKey,
    Buffer.alloc(32),
    ['secret', `${'A'.repeat(42)}==`, 'A'.repeat(44)],
  ],
  ['HOST', '0.0.0.0', (c) => c.host, '0.0.0.0', ['a b', 'http://x', '127.0.0.1:80']],
  ['HOST', '::1', (c) => c.host, '::1', ['::zz']],
  ['PORT', '0', (c) => c.port, 0, ['-1', '65536', '80.5', 'http', '1e3']],
  [
    'PUBLIC_URL',
    'https://homes.example.org/',
    (c) => c.publicUrlFor(1),
    'https://homes.example.org',
    [
      'homes.example.org',
      'ftp://x.org',
      'https://x.org/path',
      'https://a:b@x.org',
      'https://x.org?q',
    ],
  ],
  ['DATA_DIR', '/srv/doorstep', (c) => c.dataDir, '/srv/doorstep', []],
  ['DATABASE_URL', postgres, (c) => c.databaseUrl, postgres, ['mysql://x/y', 'localhost']],
  ['WEB_CONCURRENCY', '4', (c) => c.webConcurrency, 4, ['0', '65', 'all']],
  ['DEMO', '0', (c) => c.isDemo, false, ['true', 'yes', '2']],
  ['DEMO', '1', (c) => c.isDemoRequested, true, []],
  [
    'SMTP_URL',
    'smtps://mail.example.org',
    (c) => c.smtpUrl,
    'smtps://mail.example.org',
    ['mail.example.org', 'http://mail'],
  ],
  [
    'MAIL_FROM',
    'Homes <post@example.org>',
    (c) => c.mailFromFor('http://x', 'Oak'),
    'Homes <post@example.org>',
    ['Homes', 'a@b\nBcc: c@d.org'],
  ],
  [
    'MAIL_FROM',
    'post@example.org',
    (c) => c.mailFromFor('http://x', 'Oak'),
    'post@example.org',
    ['Homes <post>'],
  ],
  ['CONTACT_EMAIL', 'post@example.org', (c) => c.contactEmail, 'post@example.org', ['post']],
  ['DATABASE_URL', postgres, (c) => c.isLocal, false, []],
  ['DATABASE_URL', 'postgres://localhost/a', (c) => c.isLocal, true, []],
  ['DATABASE_URL', 'postgres:///a?host=/run', (c) => c.isLocal, true, []],
  ['PUBLIC_URL', 'https://homes.example.org', (c) => c.isLocal, false, []],
  ['ALERT_DELAY_S', '0', (c) => c.alertTimes.delayMs, 0, ['-1', '1.5']],
  ['ALERT_PAUSE_S', '60', (c) => c.alertTimes.pauseMs, 60_000, ['x']],
  ['WEBHOOK_ALLOW_PRIVATE', '1', (c) => c.allowsPrivateWebhooks, true, ['yes', '2']],
  ['JOBS', '0', (c) => c.hasJobs, false, ['yes', '2']],
  ['INQUIRY_KEEP_DAYS', '30', (c) => c.inquiryKeepDays, 30, ['0', '-1', 'x', '36501']],
  ['REDIS_URL', 'rediss://r:6380', (c) => c.redisUrl, 'rediss://r:6380', ['http://r', 'r:6379']],
  [
    'CORS_ORIGINS',
    'https://a.org, http://localhost:5173',
    (c) => c.corsOrigins,
    ['https://a.org', 'http://localhost:5173'],
    ['*', 'https://a.org/', 'a.org', 'https://a.org,b'],
  ],
  ['RESPONSE_CACHE_MB', '0', (c) => c.responseCacheMb, 0, ['-1', '64MB']],
  ['RESPONSE_CACHE_STALE_S', '0', (c) => c.responseCacheStaleS, 0, ['-1', '5s', '61']],
  [
    'MAP_TILE_URL',
    'https://{s}.tiles.org/{z}/{x}/{y}.png?k=1',
    (c) => c.mapTileUrl,
    'https://{s}.tiles.org/{z}/{x}/{y}.png?k=1',
    ['https://tiles.org/', 'javascript:{x}{y}{z}'],
  ],
  [
    'MAP_TILE_URL',
    '/tiles/{z}/{x}/{y}.png',
    (c) => c.mapTileUrl,
    '/tiles/{z}/{x}/{y}.png',
    ['tiles/{z}/{x}/{y}'],
  ],
  [
    'MAP_TILE_URL',
    'https://a.org/{z}/{x}/{y}.png, /dark/{z}/{x}/{y}.png',
    (c) => c.mapTileUrl,
    'https://a.org/{z}/{x}/{y}.png, /dark/{z}/{x}/{y}.png',
    ['/a/{z}/{x}/{y},/b/{z}/{x}', '/a/{z}/{x}/{y},/b/{z}/{x}/{y},/c/{z}/{x}/{y}'],
  ],
  [
    'GEOCODER_URL',
    'https://geo.example.org/search?key=1',
    (c) => c.geocoderUrl,
    'https://geo.example.org/search?key=1',
    ['geo.example.org', 'ftp://geo.example.org/search'],
  ],
  ['MORTGAGE_RATE', '5.875', (c) => c.costRates.mortgageRate, 5.875, ['30.1', '-1', '6,5', 'x']],
  ['PROPERTY_TAX_RATE', '0', (c) => c.costRates.propertyTaxRate, 0, ['100.5', '-1', '1%']],
  ['HOME_INSURANCE_RATE', '0.5', (c) => c.costRates.homeInsuranceRate, 0.5, ['101', '.5', 'x']],
  ['CARD_AREA', 'actual', (c) => c.cardArea, 'actual', ['true', 'Fixed']],
  ['TRUST_PROXY', '2', (c) => c.trustProxy, 2, ['-1', 'yes', '21']],
  ['METRICS_PORT', '9100', (c) => c.metrics, { host: '127.0.0.1', port: 9100 }, ['x', '3000']],
  ['LOG_LEVEL', 'silent', (c) => c.logLevel, 'silent', ['loud', 'INFO']],
];

describe.each(cases)('%s', (name, valid, read, expected, invalid) => {
  test(`accepts ${valid}`, () => {
    expect(read(readConfig({ [name]: valid }))).toEqual(expected);
  });

  test.skipIf(invalid.length === 0)(
    'rejects invalid values with a one-line message that starts with its name',
    () => {
      for (const value of invalid)
        expect(errorOf({ [name]: value })).toMatch(new RegExp(`^${name} [^\n]+\\.$`));
    },
  );
});

test('an error states the allowed values and the invalid one', () => {
  expect(errorOf({ PORT: 'http' })).toBe(
    'PORT must be a whole number from 0 to 65535, not "http".',
  );
  expect(errorOf({ CARD_AREA: 'x' })).toBe('CARD_AREA must be fixed or actual, not "x".');
});

test('an error never repeats a value that may contain a password', () => {
  for (const name of [
    'DATABASE_URL',
    'DATABASE_REPLICA_URLS',
    'SMTP_URL',
    'REDIS_URL',
    'ADMIN_PASSWORD',
  ]) {
    const line = errorOf({ DATABASE_URL: postgres, ADMIN_EMAIL: 'a@b.org', [name]: 'ab:s' });
    expect(line).toContain(name);
    expect(line).not.toContain('ab:s');
  }
});

describe('settings that depend on each other', () => {
  test('replicas require DATABASE_URL', () => {
    expect(
      readConfig({ DATABASE_URL: postgres, DATABASE_REPLICA_URLS: replicas }).databaseReplicaUrls,
    ).toEqual([postgres, 'postgresql://other/homes']);
    expect(errorOf({ DATABASE_REPLICA_URLS: replicas })).toContain(
      'DATABASE_REPLICA_URLS needs DATABASE_URL',
    );
    expect(errorOf({ DATABASE_URL: postgres, DATABASE_REPLICA_URLS: 'x' })).toContain(
      'DATABASE_REPLICA_URLS must',
    );
  });

  test('an admin requires both an email address and a password', () => {
    const admin = { ADMIN_EMAIL: 'root@example.org', ADMIN_PASSWORD: ' six666 ' };
    expect(readConfig(admin).admin).toEqual({ email: 'root@example.org', password: ' six666 ' });
    expect(errorOf({ ADMIN_EMAIL: 'root@example.org' })).toBe(
      'ADMIN_PASSWORD is required if ADMIN_EMAIL is set.',
    );
    expect(errorOf({ ADMIN_PASSWORD: 'secret' })).toBe(
      'ADMIN_EMAIL is required if ADMIN_PASSWORD is set.',
    );
    expect(errorOf({ ...admin, ADMIN_PASSWORD: 'short' })).toBe(
      'ADMIN_PASSWORD must have 6 to 200 characters.',
    );
    expect(errorOf({ ...admin, ADMIN_EMAIL: 'root' })).toContain(
      'ADMIN_EMAIL must be an email address',
    );
  });

  test('S3 requires a bucket, a region or an endpoint, and keys for an endpoint', () => {
    const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    const selfHosted = { S3_BUCKET: 'homes', S3_ENDPOINT: 'http://127.0.0.1:9000', ...keys };
    expect(readConfig({ ...selfHosted, S3_PREFIX: '/a/b/' }).s3).toEqual({
      bucket: 'homes',
      endpoint: 'http://127.0.0.1:9000',
      region: 'us-east-1',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
      prefix: 'a/b/',
    });
    expect(readConfig({ S3_BUCKET: 'homes', S3_REGION: 'eu-west-1' }).s3).toEqual({
      bucket: 'homes',
      endpoint: undefined,
      region: 'eu-west-1',
      credentials: undefined,
      prefix: '',
    });
    expect(errorOf({ S3_REGION: 'eu-west-1' })).toBe('S3_BUCKET is required if S3_REGION is set.');
    expect(errorOf({ S3_BUCKET: 'homes' })).toContain('S3_REGION is required if S3_BUCKET is set');
    expect(errorOf({ ...selfHosted, S3_SECRET_ACCESS_KEY: '' })).toBe(
      'S3_SECRET_ACCESS_KEY is required if S3_ENDPOINT is set.',
    );
    expect(errorOf({ ...selfHosted, S3_ACCESS_KEY_ID: '' })).toBe(
      'S3_ACCESS_KEY_ID is required if S3_ENDPOINT is set.',
    );
    expect(errorOf({ ...selfHosted, S3_ENDPOINT: 'minio' })).toContain('S3_ENDPOINT must be a URL');
    expect(errorOf({ ...selfHosted, S3_PREFIX: 'a/../b' })).toContain('S3_PREFIX must be names');
  });

  test('metrics have their own port and host', () => {
    const metrics = { METRICS_PORT: '9100', METRICS_HOST: '0.0.0.0' };
    expect(readConfig(metrics).metrics).toEqual({ host: '0.0.0.0', port: 9100 });
    expect(errorOf({ METRICS_PORT: '8080', PORT: '8080' })).toBe(
      'METRICS_PORT must differ from PORT.',
    );
    expect(errorOf({ ...metrics, METRICS_HOST: 'a b' })).toContain(
      'METRICS_HOST must be a host name',
    );
  });
});

describe('DEMO', () => {
  test.each([
    [{}, true],
    [{ PUBLIC_URL: 'http://localhost:8080' }, true],
    [{ HOST: '::1', PUBLIC_URL: 'http://[::1]:3000' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ PUBLIC_URL: 'https://homes.example.org' }, false],
    [{ DATABASE_URL: postgres }, false],
    [{ DATABASE_URL: postgres, DEMO: '1' }, true],
    [{ DEMO: '0' }, false],
  ])('with %j, demo mode is %j', (env, expected) => {
    expect(readConfig(env)).toMatchObject({ isDemo: expected, warnings: [] });
  });

  test('is honored on a server that others can reach, with a warning', () => {
    for (const env of [{ HOST: '0.0.0.0' }, { PUBLIC_URL: 'https://homes.example.org' }]) {
      const config = readConfig({ ...env, DEMO: '1' });
      expect(config.isDemo).toBe(true);
      expect(config.warnings).toEqual([
        expect.stringContaining('DEMO=1 on a server that others can reach'),
      ]);
    }
  });
});

test('recognizes loopback addresses', () => {
  for (const hostname of ['localhost', 'a.localhost', '127.0.0.1', '127.9.9.9', '::1'])
    expect(isLoopback(hostname)).toBe(true);
  for (const other of ['0.0.0.0', '::', '10.0.0.1', 'example.org', 'localhost.example.org'])
    expect(isLoopback(other)).toBe(false);
});
