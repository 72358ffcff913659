/** The benchmark's settings from arguments and environment variables (docs/performance.md). */

import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { against: { type: 'string' } } });

const numbers = (text: string) => text.split(',').map(Number);

export const settings = {
  /** Number of listings, except with `growth`. */
  rows: Number(process.env['BENCH_ROWS'] ?? 100_000),
  /** Contenders are measured in alternating turns of this many seconds. */
  seconds: Number(process.env['BENCH_SECONDS'] ?? 1),
  /** Number of turns per contender. */
  turns: Number(process.env['BENCH_TURNS'] ?? 3),
  /** Numbers of connections. The main tables compare the rates of the others with those of the first. */
  connections: numbers(process.env['BENCH_CONNECTIONS'] ?? '10,50'),
  /** Number of concurrent connections in the crowd scenario; 0 skips it. */
  crowd: Number(process.env['BENCH_CROWD'] ?? 500),
  /** Runs only scenarios whose name contains this text. */
  only: process.env['BENCH_ONLY'] ?? '',
  /** A database for the benchmark, reused by later runs; if absent, starts an embedded one. */
  databaseUrl: process.env['BENCH_DATABASE_URL'],
  /** Numbers of saved searches for the alert benchmark. */
  searches: numbers(process.env['BENCH_SAVED'] ?? '10000,100000,1000000'),
  /** Numbers of listings to compare, instead of all other measurements. */
  growth: process.env['BENCH_GROWTH'] === undefined ? [] : numbers(process.env['BENCH_GROWTH']),
  /** A commit to compare the working tree with, instead of all other measurements. */
  against: values.against,
} as const;

/** Returns whether a scenario is selected. */
export const isSelected = ({ name }: { name: string }) => name.includes(settings.only);
