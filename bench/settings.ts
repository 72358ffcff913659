/** The settings of the benchmark, from its arguments and environment variables; docs/performance.md names them. */

import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { against: { type: 'string' } } });

const numbers = (text: string) => text.split(',').map(Number);

export const settings = {
  /** Listings of the main tables. */
  rows: Number(process.env['BENCH_ROWS'] ?? 100_000),
  /** Seconds of one turn. */
  seconds: Number(process.env['BENCH_SECONDS'] ?? 1),
  turns: Number(process.env['BENCH_TURNS'] ?? 3),
  /** The numbers of connections; the second is compared with the first. */
  connections: numbers(process.env['BENCH_CONNECTIONS'] ?? '10,50'),
  /** Connections of the crowd; 0 skips it. */
  crowd: Number(process.env['BENCH_CROWD'] ?? 500),
  /** Runs only scenarios whose name contains this. */
  only: process.env['BENCH_ONLY'] ?? '',
  /** A database only for the benchmark, reused next time; an embedded one if absent. */
  databaseUrl: process.env['BENCH_DATABASE_URL'],
  /** Numbers of saved searches, for alerts. */
  searches: numbers(process.env['BENCH_SAVED'] ?? '10000,100000,1000000'),
  /** Numbers of listings to compare instead of the main tables; none if absent. */
  growth: process.env['BENCH_GROWTH'] === undefined ? [] : numbers(process.env['BENCH_GROWTH']),
  /** A commit to compare these files with, instead of everything else. */
  against: values.against,
} as const;

/** Returns whether a scenario is selected. */
export const isChosen = ({ name }: { name: string }) => name.includes(settings.only);
