/** Limits requests that wait for their own clients, and evicts some beyond the limits. */

/** See `createHeldRequests`. */
export type HeldRequests<R> = {
  /**
   * @param address the client's IP address (see `addressKey`)
   * @param bytes of memory that it holds
   */
  add: (address: string, request: R, bytes?: number) => void;
  /** The request continues, or is closed. */
  remove: (request: R) => void;
};

/** Memory limits of waiting requests. */
export type HeldBytes<R> = {
  /** For one IP address, not counting its largest request, which may be a slow download. */
  perAddress: number;
  /** For all IP addresses. */
  inAll: number;
  /** Returns the bytes that a request still holds. */
  leftOf: (request: R) => number;
};

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
  type Held = { address: string; request: R; bytes: number };
  const { perAddress, inAll, bytes: limits, onShed } = options;
  /** Oldest first. Few are held unless clients stall, so they are counted each time. */
  const held = new Map<R, Held>();

  const bytesOf = ({ request, bytes }: Held) => Math.min(bytes, limits?.leftOf(request) ?? 0);
  const sumOf = (some: readonly Held[]) => some.reduce((sum, one) => sum + bytesOf(one), 0);
  const listOf = (address: string) => [...held.values()].filter((one) => one.address === address);

  /** Returns the requests of the address with the largest amount. */
  function findMost(amountOf: (own: Held[]) => number): Held[] {
    const byAddress = [...Map.groupBy(held.values(), ({ address }) => address).values()];
    return byAddress.toSorted((a, b) => amountOf(b) - amountOf(a))[0] ?? [];
  }

  function shed(one: Held | undefined): void {
    if (one === undefined) return;
    held.delete(one.request);
    onShed(one.request);
  }

  function shedBytes(address: string, allowed: HeldBytes<R>): void {
    const isTooMuch = (own: Held[]) =>
      sumOf(own) - Math.max(0, ...own.map(bytesOf)) > allowed.perAddress;
    for (let own = listOf(address); isTooMuch(own); own = listOf(address))
      shed(own.find((one) => bytesOf(one) > 0));
    while (sumOf([...held.values()]) > allowed.inAll)
      shed(findMost(sumOf).find((one) => bytesOf(one) > 0));
  }

  return {
    add: (address, request, bytes = 0) => {
      const own = listOf(address);
      if (own.length >= perAddress) shed(own[0]);
      if (held.size >= inAll) shed(findMost(({ length }) => length)[0]);
      if (limits !== undefined) shedBytes(address, limits);
      held.set(request, { address, request, bytes });
    },
    remove: (request) => void held.delete(request),
  };
}
