import { StartError } from './start-error.ts';

/** Explains an error from `listen` in a StartError if the operator can fix the problem; returns other errors unchanged. */
export function explainListenError(
  error: unknown,
  { host, port }: { host: string; port: number },
  names: { host: string; port: string } = { host: 'HOST', port: 'PORT' },
): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new StartError(
      `${names.port} ${port} is in use by another program: choose another port, or 0.`,
    );
  }
  if (code === 'EACCES')
    return new StartError(`${names.port} ${port} requires more privileges than this user has.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartError(`${names.host} ${host} is not an address of this machine.`);
  }
  return error;
}
