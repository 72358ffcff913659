/** Requests that wait for their own sender or reader: how many may stand there, and which of them go first. */

/** See `createHeldRequests`. */
export type HeldRequests<R> = {
  /** @param address where it comes from (see `addressKey`) */
  add: (address: string, request: R) => void;
  /** It goes on, or is gone. */
  remove: (request: R) => void;
};

/**
 * Counts requests by where they come from. When one is too many, the oldest of its IP address goes, and when all
 * together are, the oldest of the IP address that has most of them: nobody is held up by stalled clients.
 *
 * @param options.perAddress of one IP address
 * @param options.inAll of all IP addresses
 * @param options.onShed called for each that went
 */
export function createHeldRequests<R extends object>(options: {
  perAddress: number;
  inAll: number;
  onShed: (request: R) => void;
}): HeldRequests<R> {
  const { perAddress, inAll, onShed } = options;
  /** By IP address, oldest first. */
  const held = new Map<string, Set<R>>();
  const addresses = new Map<R, string>();

  function remove(request: R): void {
    const address = addresses.get(request);
    if (address === undefined) return;
    addresses.delete(request);
    const requests = held.get(address);
    requests?.delete(request);
    if (requests?.size === 0) held.delete(address);
  }

  function shedOldest(requests: Set<R> | undefined): void {
    const [oldest] = requests ?? [];
    if (oldest === undefined) return;
    remove(oldest);
    onShed(oldest);
  }

  return {
    add: (address, request) => {
      const own = held.get(address);
      if ((own?.size ?? 0) >= perAddress) shedOldest(own);
      if (addresses.size >= inAll) {
        shedOldest([...held.values()].toSorted((a, b) => b.size - a.size)[0]);
      }
      // The IP address may have gone with its last one.
      const requests = held.get(address) ?? new Set<R>();
      held.set(address, requests.add(request));
      addresses.set(request, address);
    },
    remove,
  };
}
