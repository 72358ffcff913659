/** Distinguishes public from special-purpose IP addresses (IANA special-purpose address registries; RFC 6890). */

import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * The addresses that outbound requests can reach: only `public` ones, those and this machine (`loopback`), or `any`, for
 * servers that the operator configured.
 */
export type Reach = 'public' | 'loopback' | 'any';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

const SPECIAL_IPV4 = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, including cloud metadata services
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
] as const)
  SPECIAL_IPV4.addSubnet(network, bits, 'ipv4');

/** Global unicast; excludes loopback, mapped, NAT64, unique local, link-local, and multicast addresses. */
const GLOBAL_IPV6 = new BlockList();
GLOBAL_IPV6.addSubnet('2000::', 3, 'ipv6');

const SPECIAL_IPV6 = new BlockList();
for (const [network, bits] of [
  ['2001::', 23], // protocol assignments, including Teredo
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4, which contains an IPv4 address
  ['3fff::', 20], // documentation
] as const)
  SPECIAL_IPV6.addSubnet(network, bits, 'ipv6');

/**
 * Returns whether outbound requests can reach an address.
 *
 * @param address an IP address without brackets; for any other text, the result is false
 */
export function isAllowedAddress(address: string, reach: Reach): boolean {
  const family = isIPv4(address) ? 'ipv4' : isIPv6(address) ? 'ipv6' : null;
  if (family === null) return false;
  if (reach === 'any') return true;
  if (reach === 'loopback' && LOOPBACK.check(address, family)) return true;
  if (family === 'ipv4') return !SPECIAL_IPV4.check(address, 'ipv4');
  return GLOBAL_IPV6.check(address, 'ipv6') && !SPECIAL_IPV6.check(address, 'ipv6');
}
