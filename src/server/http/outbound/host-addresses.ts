/** Resolves the host names of outbound requests. */

import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { Reach } from './address-ranges.ts';
import { OutboundError } from './outbound-error.ts';

/** Limits a lookup to about seven seconds per name server. */
const RESOLVER_OPTIONS = { timeout: 3_000, maxTimeout: 3_000, tries: 2 };

/**
 * Returns all addresses of a host, IPv4 first. DNS queries use no threads and stop when the signal is aborted. With
 * `dns.lookup`, names whose name servers are not responding would occupy the threads that new database connections need.
 * Therefore, `dns.lookup` is used only if `reach` is `any`, for names in /etc/hosts and names that DNS does not know, such
 * as those in a search domain.
 *
 * @param options.nameServers the system's if absent
 * @throws OutboundError `dns` if no address is found, or the signal is aborted first
 */
export async function resolveHost(
  host: string,
  options: { reach: Reach; signal: AbortSignal; nameServers?: readonly string[] | undefined },
): Promise<LookupAddress[]> {
  const { reach, signal, nameServers } = options;
  if (isIP(host) !== 0) return [toAddress(host)];
  if (host === 'localhost' || host.endsWith('.localhost'))
    return ['127.0.0.1', '::1'].map(toAddress);
  try {
    if (reach === 'any' && (await isInHostsFile(host))) return await lookup(host, { all: true });
    return await queryDns(host, signal, nameServers).catch((error: unknown) => {
      if (reach !== 'any' || codeOf(error) !== 'ENOTFOUND') throw error;
      return lookup(host, { all: true });
    });
  } catch (error) {
    throw new OutboundError('dns', `The host ${host} was not found (${codeOf(error)}).`, {
      cause: error,
    });
  }
}

async function queryDns(
  host: string,
  signal: AbortSignal,
  nameServers: readonly string[] | undefined,
): Promise<LookupAddress[]> {
  signal.throwIfAborted();
  // A new resolver for each name, because `cancel` ends all queries of a resolver.
  const resolver = new Resolver(RESOLVER_OPTIONS);
  if (nameServers !== undefined) resolver.setServers(nameServers);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  signal.removeEventListener('abort', cancel);
  if (ipv4.status === 'rejected' && ipv6.status === 'rejected') throw ipv4.reason;
  return [ipv4, ipv6]
    .flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    .map(toAddress);
}

async function isInHostsFile(host: string): Promise<boolean> {
  const text = await readFile('/etc/hosts', 'utf8').catch(() => '');
  return text.replaceAll(/#.*/g, '').toLowerCase().split(/\s+/).includes(host);
}

const toAddress = (address: string): LookupAddress => ({ address, family: isIP(address) });

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
