import { StartError } from './start-error.ts';

/** Explains to the operator why the server cannot listen on an address. */
export function explainListenError(
  error: unknown,
  { host, port }: { host: string; port: number },
  names: { host: string; port: string } = { host: 'HOST', port: 'PORT' },
): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new StartError(
      `${names.port} ${port} is taken by another program: choose another, or 0.`,
    );
  }
  if (code === 'EACCES') return new StartError(`${names.port} ${port} is not open to this user.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartError(`${names.host} ${host} is no address of this machine.`);
  }
  return error;
}
