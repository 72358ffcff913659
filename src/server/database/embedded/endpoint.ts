import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { canEnter, changeOwner, type DatabaseUser } from './database-user.ts';
import type { EmbeddedLayout } from './layout.ts';

/** The server's address: a socket in `socketDir`, or a loopback port. */
export interface Endpoint {
  socketDir?: string;
  /** The host for clients: the socket's folder, or `127.0.0.1`. */
  host: string;
  /** For a socket, only part of its file name. */
  port: number;
}

/** PostgreSQL's default port; with a socket, nothing listens on it. */
const SOCKET_PORT = 5432;
/** The kernel limits socket paths to 104 bytes on macOS and 108 on Linux, including the terminating null byte. */
const MAX_SOCKET_PATH_BYTES = 103;

/** Returns the endpoint with a socket in `socketDir`. */
export function socketEndpoint(socketDir: string): Endpoint {
  return { socketDir, host: socketDir, port: SOCKET_PORT };
}

/**
 * Chooses where the server listens. Prefers a socket next to the data. If the path is too long or
 * the file system does not support sockets, uses a socket in a folder with mode 0700 in the
 * system's temporary folder or in /tmp. As a last resort, uses a free port on 127.0.0.1, protected only by the
 * password. A socket's path is the same on every start.
 */
export async function chooseEndpoint(
  layout: EmbeddedLayout,
  user: DatabaseUser | undefined,
): Promise<Endpoint> {
  const key = createHash('sha256').update(layout.rootDir).digest('hex').slice(0, 12);
  const candidates = [
    layout.socketDir,
    ...[tmpdir(), '/tmp'].map((folder) => join(folder, `doorstep-${key}`)),
  ];
  for (const socketDir of new Set(candidates)) {
    if (
      fitsSocketPath(socketDir) &&
      createOwnedFolder(socketDir, user) &&
      (await supportsSockets(socketDir))
    ) {
      return socketEndpoint(socketDir);
    }
  }
  return { host: '127.0.0.1', port: await findFreePort() };
}

/** Removes the socket's folder after the server has stopped, unless it is next to the data. */
export function removeTemporarySocketDir(endpoint: Endpoint, layout: EmbeddedLayout): void {
  if (endpoint.socketDir === undefined || endpoint.socketDir === layout.socketDir) return;
  rmSync(endpoint.socketDir, { recursive: true, force: true });
}

function fitsSocketPath(socketDir: string): boolean {
  return Buffer.byteLength(join(socketDir, `.s.PGSQL.${SOCKET_PORT}`)) <= MAX_SOCKET_PATH_BYTES;
}

/**
 * Creates the folder with mode 0700 for the database's user. Returns `false` if it cannot be created or accessed, or if
 * another user already created it: any user can write to the temporary folder.
 */
function createOwnedFolder(path: string, user: DatabaseUser | undefined): boolean {
  if (!canEnter(dirname(path), user)) return false;
  try {
    mkdirSync(path, { mode: 0o700 });
    changeOwner(user, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) return false;
  }
  const stats = lstatSync(path);
  const owner = user?.uid ?? process.getuid?.();
  if (!stats.isDirectory() || stats.uid !== owner) return false;
  chmodSync(path, 0o700);
  return true;
}

/** Tests whether the folder supports sockets; some mounted file systems do not. */
async function supportsSockets(socketDir: string): Promise<boolean> {
  const probe = createServer();
  const isSupported = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(join(socketDir, '.probe'), () => resolve(true));
  });
  if (isSupported) await new Promise((resolve) => probe.close(resolve));
  else rmSync(join(socketDir, '.probe'), { force: true });
  return isSupported;
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', resolve);
  });
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
