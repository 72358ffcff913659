import { totalmem } from 'node:os';
import type { Endpoint } from './endpoint.ts';

export interface ServerSettingsOptions {
  endpoint: Endpoint;
  /** `false` trades crash safety for speed; for tests only. */
  isDurable: boolean;
  /** Maximum total connections of all processes. */
  maxConnections: number;
}

/**
 * Returns PostgreSQL's settings as command-line options, sized for a small machine that also runs
 * Doorstep. They are passed on every start so that a release can change them without modifying the
 * data folder.
 */
export function describeServerSettings(options: ServerSettingsOptions): string[] {
  const { endpoint } = options;
  const settings: Record<string, string> = {
    listen_addresses: endpoint.socketDir === undefined ? endpoint.host : '',
    unix_socket_directories:
      endpoint.socketDir === undefined ? '' : quoteListItem(endpoint.socketDir),
    unix_socket_permissions: '0700',
    port: String(endpoint.port),
    max_connections: String(options.maxConnections),
    cluster_name: 'doorstep',
    timezone: 'UTC',
    shared_buffers: `${sharedBuffersMiB(Math.min(totalmem(), process.constrainedMemory() || Infinity))}MB`,
    huge_pages: 'off',
    effective_cache_size: '512MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    // The queries are short, so compiling them costs more than it saves.
    jit: 'off',
    // Assumes that the data is on a solid-state disk and mostly in memory.
    random_page_cost: '1.1',
    max_wal_size: '512MB',
    ...LOGGING,
    ...(options.isDurable ? {} : NOT_DURABLE),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

const MIB = 2 ** 20;

/**
 * Returns the size of PostgreSQL's shared buffers, in MiB: an eighth of the memory, from 128 to 1,024. The operating
 * system caches other pages.
 *
 * @param memoryBytes the memory of the machine or container
 */
export function sharedBuffersMiB(memoryBytes: number): number {
  return Math.min(Math.max(Math.floor(memoryBytes / 8 / MIB), 128), 1_024);
}

/**
 * The application reports failed statements, so the log contains only the server's own events, and no data. It goes to
 * standard error, since a log collector process would briefly outlive the server.
 */
const LOGGING: Record<string, string> = {
  log_timezone: 'UTC',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};

const NOT_DURABLE: Record<string, string> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

/** Quotes an item of a list setting; folder names can contain spaces and commas. */
function quoteListItem(value: string): string {
  return `"${value.replaceAll('"', '""')}"`;
}
