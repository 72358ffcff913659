/** Limits requests that wait for their own client, and decides which are evicted. */

/** See `createHeldRequests`. */
export type HeldRequests<R> = {
  /**
   * @param address where it comes from (see `addressKey`)
   * @param bytes of memory that it holds
   */
  add: (address: string, request: R, bytes?: number) => void;
  /** The request continues, or is closed. */
  remove: (request: R) => void;
};

/** Memory limits of waiting requests. */
export type HeldBytes<R> = {
  /** For one IP address, beside its largest request, which may be a slow download. */
  perAddress: number;
  /** For all IP addresses. */
  inAll: number;
  /** The bytes that a request holds now. */
  leftOf: (request: R) => number;
};

/** The requests of one IP address with the bytes that they hold, oldest first, and these bytes together. */
type Held<R> = { requests: Map<R, number>; bytes: number };

/**
 * Counts requests by IP address. Beyond a limit, the oldest request of the address is evicted; beyond the total, the
 * oldest of the address with the most: stalled clients do not block others. The same applies to memory.
 *
 * @param options.perAddress for one IP address
 * @param options.inAll for all IP addresses
 * @param options.bytes absent if requests are only counted
 * @param options.onShed called for each evicted request
 */
export function createHeldRequests<R extends object>(options: {
  perAddress: number;
  inAll: number;
  bytes?: HeldBytes<R>;
  onShed: (request: R) => void;
}): HeldRequests<R> {
  const { perAddress, inAll, bytes: limits, onShed } = options;
  const held = new Map<string, Held<R>>();
  const addresses = new Map<R, string>();
  let bytesInAll = 0;

  function remove(request: R): void {
    const address = addresses.get(request);
    if (address === undefined) return;
    addresses.delete(request);
    const own = held.get(address);
    if (own === undefined) return;
    setBytes(own, request, 0);
    own.requests.delete(request);
    if (own.requests.size === 0) held.delete(address);
  }

  function setBytes(own: Held<R>, request: R, bytes: number): void {
    const change = bytes - (own.requests.get(request) ?? 0);
    own.requests.set(request, bytes);
    own.bytes += change;
    bytesInAll += change;
  }

  /** @param leastBytes what holds less stays */
  function shedOldest(own: Held<R> | undefined, leastBytes = 0): void {
    for (const [request, bytes] of own?.requests ?? []) {
      if (bytes < leastBytes) continue;
      remove(request);
      onShed(request);
      return;
    }
  }

  /** The IP address that has most of something. */
  const findMost = (amountOf: (own: Held<R>) => number) =>
    [...held.values()].toSorted((a, b) => amountOf(b) - amountOf(a))[0];

  /** Bytes read by the client in the meantime no longer count. */
  function measure(own: Held<R>, { leftOf }: HeldBytes<R>): void {
    for (const [request, bytes] of own.requests)
      setBytes(own, request, Math.min(bytes, leftOf(request)));
  }

  function shedBytes(own: Held<R> | undefined, most: HeldBytes<R>): void {
    if (own !== undefined && own.bytes > most.perAddress) {
      measure(own, most);
      while (own.bytes - Math.max(...own.requests.values()) > most.perAddress) shedOldest(own, 1);
    }
    if (bytesInAll <= most.inAll) return;
    for (const each of held.values()) measure(each, most);
    while (bytesInAll > most.inAll) {
      const largest = findMost((each) => each.bytes);
      shedOldest(largest, 1);
    }
  }

  return {
    add: (address, request, bytes = 0) => {
      const own = held.get(address);
      if ((own?.requests.size ?? 0) >= perAddress) shedOldest(own);
      if (addresses.size >= inAll) shedOldest(findMost(({ requests }) => requests.size));
      if (limits !== undefined) shedBytes(own, limits);
      // The IP address may have gone with its last one.
      const left = held.get(address) ?? { requests: new Map<R, number>(), bytes: 0 };
      held.set(address, left);
      addresses.set(request, address);
      setBytes(left, request, bytes);
    },
    remove,
  };
}
