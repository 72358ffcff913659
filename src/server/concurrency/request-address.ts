/** The IP address on whose behalf asynchronous work runs, so that database connections can be shared fairly. */

import { AsyncLocalStorage } from 'node:async_hooks';

/** The origin of asynchronous work. */
export type Origin = {
  /** The network key of an IP address; undefined for work that is not limited by address. */
  address: string | undefined;
  parent?: Origin | undefined;
  /** Called when the work is no longer limited by address. Shared with the work from which it started. */
  onUnlimited: Set<() => void>;
};

const origins = new AsyncLocalStorage<Origin>();

/** Returns the origin of the current work; undefined outside of requests. */
export const currentOrigin = (): Origin | undefined => origins.getStore();

/** Returns the address whose limit applies; undefined if none does. */
export function limitedAddress(origin: Origin | undefined): string | undefined {
  for (let each = origin; each !== undefined; each = each.parent)
    if (each.address === undefined) return undefined;
  return origin?.address;
}

/** Runs a request of an IP address, including all asynchronous work that it starts. */
export const runForAddress = <T>(address: string, run: () => T): T =>
  origins.run({ address, onUnlimited: new Set() }, run);

/** Runs work that must not wait in the queue of the address that caused it. */
export const runWithoutLimit = <T>(run: () => T): T =>
  origins.run({ address: undefined, onUnlimited: new Set() }, run);

/** Work in progress whose result other requests can use. */
export type SharedWork<T> = {
  result: Promise<T>;
  /** Call it before another request waits for the result: the work then no longer waits in its own address's queue. */
  join: () => void;
};

/** Starts work for the current address, until a request of another address joins it. */
export function startShared<T>(work: () => Promise<T>): SharedWork<T> {
  const parent = currentOrigin();
  const { address, onUnlimited } = parent ?? {
    address: undefined,
    onUnlimited: new Set<() => void>(),
  };
  const origin: Origin = { address, parent, onUnlimited };
  return {
    result: origins.run(origin, work),
    join: () => {
      if (origin.address === undefined || limitedAddress(currentOrigin()) === address) return;
      origin.address = undefined;
      for (const notify of onUnlimited) notify();
    },
  };
}
