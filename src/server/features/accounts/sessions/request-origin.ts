/** Describes the origin of a sign-in for the user (docs/product/account-security.md, Sessions). */

import type { FastifyRequest } from 'fastify';
import Bowser from 'bowser';
import { isIPv6 } from 'node:net';
import { addressKey, hashNetwork } from '../../../http/limits/rate-limits.ts';

/** The origin of a request. */
export type RequestOrigin = {
  /** A name such as 'Chrome on Windows'. */
  device: string;
  /** The IP address with its last part hidden. */
  place: string;
  /** See `hashNetwork`. Never stored with `place`: together, they identify the IP address. */
  network: string;
};

/** User agents can contain anything, so only names from these lists are shown or emailed. */
const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS = new Set(Object.values(Bowser.OS_MAP));
/** Real browsers send shorter user agents. */
const MAX_USER_AGENT_LENGTH = 512;

/** Returns the origin of a request. */
export function readOrigin({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): RequestOrigin {
  return {
    device: describeDevice(headers['user-agent'] ?? ''),
    place: maskIp(ip),
    network: hashNetwork(addressKey(ip)),
  };
}

/** Returns a user agent's browser and system. */
export function describeDevice(userAgent: string): string {
  const unknown = 'Unknown device';
  if (userAgent === '' || userAgent.length > MAX_USER_AGENT_LENGTH) return unknown;
  const { browser, os } = Bowser.parse(userAgent);
  const browserName = knownNameOrUndefined(browser.name, BROWSERS);
  const systemName = knownNameOrUndefined(os.name, SYSTEMS);
  if (browserName === undefined) return systemName ?? unknown;
  return systemName === undefined ? browserName : `${browserName} on ${systemName}`;
}

const knownNameOrUndefined = (name: string | undefined, names: ReadonlySet<string>) =>
  name !== undefined && names.has(name) ? name : undefined;

/** Hides the last part of an IP address: `203.0.113.*` or, for IPv6, `2001:db8:0:1:*`. */
export function maskIp(ip: string): string {
  const key = addressKey(ip);
  return isIPv6(`${key}::`) ? `${key}:*` : key.replace(/\.\d+$/, '.*');
}
