/** Requests that wait for their own sender or reader: how many may stand there, and which of them go first. */

/** See `createHeldRequests`. */
export type HeldRequests<R> = {
  /**
   * @param address where it comes from (see `addressKey`)
   * @param bytes of memory that it holds
   */
  add: (address: string, request: R, bytes?: number) => void;
  /** It goes on, or is gone. */
  remove: (request: R) => void;
};

/** What requests may hold of memory. */
export type HeldBytes<R> = {
  /** Of one IP address beside its largest one, which may be a download that takes its time. */
  perAddress: number;
  /** Of all IP addresses. */
  inAll: number;
  /** What a request holds of it by now. */
  leftOf: (request: R) => number;
};

/** The requests of one IP address with the bytes that they hold, oldest first, and these bytes together. */
type Held<R> = { requests: Map<R, number>; bytes: number };

/**
 * Counts requests by where they come from. When one is too many, the oldest of its IP address goes, and when all
 * together are, the oldest of the IP address that has most of them: nobody is held up by stalled clients. The same holds
 * for the memory that they take.
 *
 * @param options.perAddress of one IP address
 * @param options.inAll of all IP addresses
 * @param options.bytes absent where requests are only counted
 * @param options.onShed called for each that went
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

  /** What was read meanwhile is held no more. */
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
